import type { ShownRelease } from '@/api/shownRelease';
import { plural } from '@/lib/format';
import { Facts } from '@/ui/Facts';
import { Part } from '@/ui/Page';
import classes from '../Release.module.css';
import { chosenOf } from '../variants';

const bases = {
  adjudicated: 'adjudicated',
  single: 'from the only review',
  agreed: 'agreed on by all reviews',
  implicit: 'confirmed in passing',
} as const;

/** How the release was made, without names. */
export function ShownProvenance({ release }: { release: ShownRelease }) {
  const gold = Object.entries(bases).flatMap(([basis, words]) => {
    const n = release.basis[basis as keyof typeof bases];
    return n ? [`${plural(n, 'row')} ${words}`] : [];
  });
  const thresholds = Object.entries(release.thresholds).filter(([, value]) => value !== null);
  return (
    <Part title="Provenance">
      <Facts
        facts={[
          ['Variant', chosenOf(release.variant, release.n_rows)],
          ['Gold', gold.join(', ') || 'none: nobody reviewed these links'],
          [
            'Engines',
            release.engines.map((each) => (
              <span key={each.signature} className={classes.signature}>
                <code>{each.signature}</code> {plural(each.rows, 'row')}
              </span>
            )),
          ],
          ['Thresholds', thresholds.map(([name, value]) => `${name} ${value}`).join(', ') || 'none'],
          ['People', release.n_people > 0 ? plural(release.n_people, 'account') : 'none'],
          ['Licence', release.licence || 'Not stated: ask its makers before you use it'],
          ['Made with', release.software],
          ['Rows, SHA-256', <code key="rows">{release.rows_sha256}</code>],
        ]}
      />
    </Part>
  );
}
