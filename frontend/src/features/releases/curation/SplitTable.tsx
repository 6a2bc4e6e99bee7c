import { Fragment } from 'react';
import { count, perHundred, plural } from '@/lib/format';
import { Table } from '@/ui/Table';
import classes from './Curation.module.css';
import type { Parts } from './requests';
import { codesOf, isThin, spoken } from './words';

type Part = Parts['parts'][number];

/** What each part has: a bar, the rows of each pair of languages, and talks, speakers and time. */
export function SplitTable({ found, isByRatio }: { found: Parts; isByRatio: boolean }) {
  const hasTime = found.parts.some(({ seconds }) => seconds !== null);
  const label = found.parts.map(({ name, share }) => `${name || 'no split'} ${Math.round(share * 100)} percent`);
  const total = (rows: readonly number[]) => rows.reduce((sum, n) => sum + n, 0);
  const thin = isByRatio
    ? found.languages.flatMap(({ value, rows, talks }) =>
        rows.flatMap((n, at) =>
          isThin(n, total(rows)) ? [{ value, n, talks, part: found.parts[at]?.name ?? '' }] : [],
        ),
      )
    : [];
  return (
    <>
      <div className={classes.splitBar} role="img" aria-label={label.join(', ')}>
        {found.parts.map(
          ({ name, share }, at) => share > 0 && <span key={name} data-part={at % 3} style={{ flexGrow: share }} />,
        )}
      </div>
      <Table
        label="Rows by part and languages"
        className={classes.parts}
        head={
          <>
            <th scope="col">Rows</th>
            {found.parts.map((part, at) => (
              <th scope="col" key={part.name}>
                <i data-part={at % 3} aria-hidden="true" />
                <bdi>{part.name || 'no split'}</bdi>
              </th>
            ))}
            <th scope="col">all</th>
          </>
        }
      >
        {found.languages.map(({ value, rows }) => (
          <tr key={value}>
            <th scope="row">{codesOf(value)}</th>
            {rows.map((n, at) => (
              <td
                key={found.parts[at]?.name ?? at}
                className={isByRatio && isThin(n, total(rows)) ? `num ${classes.thin}` : 'num'}
              >
                {count(n)}
              </td>
            ))}
            <td className="num">{count(total(rows))}</td>
          </tr>
        ))}
        {(
          [
            ['all rows', ({ rows }) => count(rows)],
            ['share', ({ share }) => `${perHundred(share)} %`],
            ['talks', ({ talks }) => count(talks)],
            ['speakers', ({ speakers }) => count(speakers)],
            ...(hasTime ? [['time', ({ seconds }: Part) => (seconds === null ? '–' : spoken(seconds))] as const] : []),
          ] as readonly (readonly [string, (part: Part) => string])[]
        ).map(([name, of]) => (
          <tr key={name} data-total={name === 'all rows' || undefined}>
            <th scope="row">{name}</th>
            {found.parts.map((part) => (
              <td key={part.name} className="num">
                {of(part)}
              </td>
            ))}
            <td className="num">{name === 'all rows' && count(total(found.parts.map(({ rows }) => rows)))}</td>
          </tr>
        ))}
      </Table>
      {thin.length > 0 && (
        <p className={classes.thinNote}>
          {thin.slice(0, 3).map(({ value, n, talks, part }) => (
            <Fragment key={`${value}${part}`}>
              <b>
                {codesOf(value)}, {part}: {plural(n, 'row')}.
              </b>{' '}
              Its {plural(talks, 'talk')} can’t be cut smaller.{' '}
            </Fragment>
          ))}
          Pin a talk to the part, or choose another seed.
        </p>
      )}
    </>
  );
}
