import { NativeSelect } from '@mantine/core';
import type { Sheet, SummaryOf } from '@/features/summaries/requests/summaries';
import { figure } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Part } from '@/ui/Page';
import type { Comparison } from './model';
import styles from './Sheet.module.css';

export interface Other {
  what: SummaryOf;
  label: string;
}

/** The summaries that this one can be compared with: the other runs of the talk, and reviews that one may see. */
export function othersOf(sheet: Sheet): Other[] {
  const runs = sheet.runs
    .filter(({ id }) => sheet.review || id !== sheet.run.id)
    .map(({ id, number, engine_label }) => ({
      what: { of: 'runs', id } as const,
      label: `run ${number}${sheet.runs.some((run) => run.engine_label !== engine_label) ? `, ${engine_label}` : ''}`,
    }));
  const reviews = sheet.reviews
    .filter(({ id }) => id !== sheet.review?.id)
    .map(({ id, by, is_mine, is_adjudication }) => ({
      what: { of: 'reviews', id } as const,
      label: is_adjudication ? 'the adjudication' : is_mine ? 'your review' : `the review of ${by}`,
    }));
  return [...runs, ...reviews];
}

export const keyOf = (what: SummaryOf | null): string => (what ? `${what.of}-${what.id}` : '');

interface ComparePartProps {
  others: Other[];
  against: SummaryOf | null;
  comparison: Comparison | null;
  error: unknown;
  onRetry: () => void;
  onAgainst: (what: SummaryOf | null) => void;
}

/** What another summary of the same talk would choose differently at this length. */
export function ComparePart({ others, against, comparison, error, onRetry, onAgainst }: ComparePartProps) {
  const label = others.find(({ what }) => keyOf(what) === keyOf(against))?.label ?? 'the other';
  return (
    <Part title="Compared with">
      {others.length === 0 ? (
        <p className="soft">Nothing to compare: the talk has one run and no review that you can see.</p>
      ) : (
        <NativeSelect
          aria-label="Compared with"
          value={keyOf(against)}
          onChange={(event) =>
            onAgainst(others.find(({ what }) => keyOf(what) === event.currentTarget.value)?.what ?? null)
          }
          data={[
            { value: '', label: 'nothing' },
            ...others.map((other) => ({ value: keyOf(other.what), label: other.label })),
          ]}
        />
      )}
      {against && Boolean(error) && <ErrorNote error={error} onRetry={onRetry} />}
      {against && !error && !comparison && <Loading what="the other summary" />}
      {against && comparison && (
        <dl className={styles.figures}>
          <dt>In both</dt>
          <dd className="num">{comparison.both}</dd>
          <dt>
            <ins>Only here</ins>
          </dt>
          <dd className="num">{comparison.onlyHere.length}</dd>
          <dt>
            <del>Only in {label}</del>
          </dt>
          <dd className="num">{comparison.onlyThere.length}</dd>
          <dt>Rank correlation τ</dt>
          <dd className="num">{figure(comparison.tau)}</dd>
        </dl>
      )}
    </Part>
  );
}
