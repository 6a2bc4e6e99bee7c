/** What a release says of itself to members and to strangers alike. */

import classes from '@/features/releases/Release.module.css';
import type { ReleaseDetail } from '@/features/releases/requests/releases';
import { date, plural } from '@/lib/format';
import { Facts } from '@/ui/Facts';
import { Part } from '@/ui/Page';
import { chosenOf } from './variants';

export function Withdrawn({ at, reason }: { at: string | null; reason: string }) {
  return (
    <p className={classes.withdrawn} role="alert">
      <b>Withdrawn{at ? ` on ${date(at)}` : ''}:</b> <span dir="auto">{reason}</span>
    </p>
  );
}

const bases = {
  adjudicated: 'adjudicated',
  single: 'from the only review',
  agreed: 'agreed on by all reviews',
  implicit: 'confirmed in passing',
} as const;

interface ProvenanceProps {
  made: Pick<NonNullable<ReleaseDetail['contents']>, 'variant' | 'basis' | 'engines' | 'thresholds' | 'software'>;
  nRows: number;
  /** How many, and how they are named. */
  people: string;
  licence: string;
  rowsSha256: string;
}

/** How a release was made. */
export function Provenance({ made, nRows, people, licence, rowsSha256 }: ProvenanceProps) {
  const gold = Object.entries(bases).flatMap(([basis, words]) => {
    const n = made.basis[basis as keyof typeof bases];
    return n ? [`${plural(n, 'row')} ${words}`] : [];
  });
  const thresholds = Object.entries(made.thresholds).filter(([, value]) => value !== null);
  return (
    <Part title="Provenance">
      <Facts
        facts={[
          ['Variant', chosenOf(made.variant, nRows)],
          ['Gold', gold.join(', ') || 'none: nobody reviewed these links'],
          [
            'Engines',
            made.engines.map((each) => (
              <span key={each.signature} className={classes.signature}>
                <code>{each.signature}</code> {plural(each.rows, 'row')}
              </span>
            )),
          ],
          ['Thresholds', thresholds.map(([name, value]) => `${name} ${value}`).join(', ') || 'none'],
          ['People', people],
          ['Licence', licence],
          ['Made with', made.software],
          ['Rows, SHA-256', <code key="rows">{rowsSha256}</code>],
        ]}
      />
    </Part>
  );
}
