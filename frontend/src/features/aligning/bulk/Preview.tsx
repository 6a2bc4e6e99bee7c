import type { BulkPreview } from '@/api/types';
import { about, bytes, count, plural } from '@/lib/format';
import { Facts } from '@/ui/Facts';
import classes from './Bulk.module.css';

/** How many pairs will be aligned, skipped and refused, and what it takes. `isCurrent`: it is of the choice shown. */
export function Preview({ preview, isCurrent }: { preview: BulkPreview; isCurrent: boolean }) {
  const { n_pairs, n_examined, n_to_align, n_aligned, n_skipped, refusals, seconds, n_processes } = preview;
  const n_refused = refusals.reduce((sum, { n_pairs: n }) => sum + n, 0);
  return (
    <div className={isCurrent ? undefined : classes.stale} aria-live="polite" aria-busy={!isCurrent}>
      {n_examined < n_pairs && (
        <p className="soft">These figures are for the first {count(n_examined)} pairs; the others are done as well.</p>
      )}
      <Facts
        facts={[
          ['Found', plural(n_pairs, 'pair')],
          ['To align', count(n_to_align)],
          ['Skipped', n_skipped > 0 && `${count(n_skipped)}, which have a run with the same result`],
          ['Cannot run', n_refused > 0 && count(n_refused)],
          ['Time', n_to_align > 0 && timeOf(seconds, n_processes)],
          ['Memory', n_to_align > 0 && `Up to ${bytes(preview.bytes)} for one run`],
        ].map(([name, value]) => [name as string, value || null])}
      />
      {refusals.length > 0 && (
        <ul className={classes.refusals}>
          {refusals.map(({ reason, n_pairs: n }) => (
            <li key={reason}>
              <b className="num">{count(n)}</b> {reason}
            </li>
          ))}
        </ul>
      )}
      {n_aligned > 0 && (
        <p className="soft">
          {count(n_aligned)} of them {n_aligned === 1 ? 'has' : 'have'} an alignment, imported ones included. Reviews
          that begin after the run start from the new one.
        </p>
      )}
      {preview.left_out && <p className="soft">{preview.left_out}</p>}
      {n_processes === 0 && n_to_align > 0 && (
        <p className="soft">No worker is running. The pairs are aligned as soon as one is.</p>
      )}
    </div>
  );
}

function timeOf(seconds: number, processes: number): string {
  if (processes < 2) return `About ${about(seconds)}`;
  return `About ${about(seconds / processes)}, with ${plural(processes, 'process', 'processes')} at work`;
}
