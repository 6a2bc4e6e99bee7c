import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { count, languageCodes, plural } from '@/lib/format';
import { usePageKeys } from '@/lib/usePageKeys';
import { ErrorNote } from '@/ui/ErrorNote';
import { KeyLine } from '@/ui/Keys';
import { right, Table } from '@/ui/Table';
import { Explanation } from './Explanation';
import classes from './Pool.module.css';
import { type Training, useChangeRow } from './requests';
import { keys, said } from './words';

const keyWords = [
  ['move', keys.next, keys.previous],
  ['in or out', keys.toggle],
  ['explanation', keys.open],
] as const;

const rowButtons = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];

/** The row that has the focus. */
const activeRow = () => Number((document.activeElement as HTMLElement | null)?.dataset.row);

/** To the next row, or the one before; Enter opens its explanation. */
function step(by: 1 | -1) {
  const all = rowButtons();
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
}

/** The rows of the pool: those with an explanation can be in. */
export function Pool({ slug, training }: { slug: string; training: Training }) {
  const change = useChangeRow(slug);
  const [open, setOpen] = useState<number | null>(null);
  const { rows, rules, sizes, differing } = training;
  usePageKeys(keys, {
    next: () => step(1),
    previous: () => step(-1),
    toggle: () => {
      const row = rows.find(({ id }) => id === activeRow());
      if (row?.explanation && !change.isPending) change.mutate({ id: row.id, is_in: !row.is_in });
    },
  });
  if (rows.length === 0)
    return <p className="soft">No row yet. Adjudicate a pair first and take rows from it, or write rows by hand.</p>;
  const opened = rows.find(({ id }) => id === open);
  return (
    <>
      <Table label="Rows of the pool" columns={['In', 'Source', 'What it teaches', 'Pair', right('Answered right')]}>
        {rows.map((row) => (
          <tr key={row.id}>
            <td data-label="in">
              <Checkbox
                aria-label={`In: ${said(row)}`}
                checked={row.is_in}
                disabled={!row.explanation || change.isPending}
                onChange={(event) => change.mutate({ id: row.id, is_in: event.currentTarget.checked })}
              />
            </td>
            <th scope="row" dir="auto">
              <button
                type="button"
                className={classes.link}
                data-row={row.id}
                onClick={() => setOpen(row.id)}
                aria-expanded={row.id === open}
              >
                {said(row)}
              </button>
            </th>
            <td data-label="teaches" dir="auto">
              {row.place || (row.explanation ? row.explanation.slice(0, 60) : 'no explanation yet')}
            </td>
            <td data-label="pair">{languageCodes(row.source_language, row.target_language)}</td>
            <td data-right data-label="right" className="num">
              {row.n_answers > 0 ? `${count(row.n_right)} of ${count(row.n_answers)}` : '–'}
            </td>
          </tr>
        ))}
      </Table>
      <KeyLine of={keyWords} />
      {change.isError && <ErrorNote error={change.error} />}
      {sizes
        .filter(({ n_rows }) => n_rows < rules.n_rows)
        .map((size) => (
          <p key={`${size.source_language} ${size.target_language}`} className="soft">
            {languageCodes(size.source_language, size.target_language)} has {plural(size.n_rows, 'row')};{' '}
            {count(rules.n_rows)} are needed. Nobody is asked there.
          </p>
        ))}
      {opened && (
        <div className={classes.explanation}>
          <Explanation key={opened.id} slug={slug} row={opened} onClose={() => setOpen(null)} />
        </div>
      )}
      {differing.map((one) => (
        <blockquote key={`${one.row} ${one.person.id}`} dir="auto">
          “{one.text}” <small>{one.person.name || one.person.username}, who sees a row differently:</small>{' '}
          <button type="button" className={classes.link} onClick={() => setOpen(one.row)}>
            {said(rows.find(({ id }) => id === one.row))}
          </button>
        </blockquote>
      ))}
    </>
  );
}
