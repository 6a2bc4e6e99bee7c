import { Button, Group } from '@mantine/core';
import { useRef } from 'react';
import { Link, useParams } from 'react-router';
import { count, plural } from '@/lib/format';
import { usePageKeys } from '@/lib/usePageKeys';
import { Pending } from '@/ui/Pending';
import styles from './Cells.module.css';
import { type RowBehind, type RowsQuery, type Said, usePairsAgreement, useRowsBehind } from './requests';
import { firstName, type Person } from './words';

/** So many pairs are stepped through; a pair has so many rows on the page. */
const mostPairs = 100;
const mostRows = 100;

interface Props {
  measure: string;
  people: string;
  said: Said;
  first: Person | undefined;
  second: Person | undefined;
  /** Only this pair. */
  pair: number | undefined;
  shown: number | undefined;
  computed: string;
  onShow: (pair: number) => void;
}

/** The rows of a cell of the confusion, pair by pair. J and K step through them. */
export function Behind({ measure, people, said, first, second, pair, shown, computed, onShow }: Props) {
  const { slug = '' } = useParams();
  const query = { measure, people, ...said, page_size: mostPairs };
  const pairs = usePairsAgreement(slug, query, computed);
  const compared = (pairs.data?.results ?? []).filter((one) => pair === undefined || one.pair === pair);
  const at = Math.max(
    0,
    compared.findIndex((one) => one.pair === shown),
  );
  const current = compared[at];
  const total = compared.reduce((sum, one) => sum + (one.n_in_cell ?? 0), 0);
  if (!pairs.data) return <Pending of={pairs} what="rows" />;
  if (!current) return <p className="soft">No rows here any more. The figures are being updated.</p>;
  const step = (by: number) => {
    const next = compared[at + by];
    if (next) onShow(next.pair);
  };
  return (
    <>
      <div className={styles.where}>
        <span>
          <Link to={`/p/${slug}/pairs/${current.pair}`} dir="auto">
            {current.title}
          </Link>
          {compared.length > 1 && `, ${count(current.n_in_cell ?? 0)} of ${count(total)}`}
        </span>
        {compared.length > 1 && (
          <Group component="span" gap={8}>
            <Button size="compact-sm" disabled={at === 0} onClick={() => step(-1)}>
              Previous pair
            </Button>
            <Button size="compact-sm" disabled={at === compared.length - 1} onClick={() => step(1)}>
              Next pair
            </Button>
          </Group>
        )}
      </div>
      <Rows
        key={current.pair}
        query={{ measure, people, pair: current.pair, ...said, page_size: mostRows }}
        computed={computed}
        first={first}
        second={second}
      />
    </>
  );
}

function Rows({
  query,
  computed,
  first,
  second,
}: { query: RowsQuery; computed: string } & Pick<Props, 'first' | 'second'>) {
  const { slug = '' } = useParams();
  const list = useRef<HTMLUListElement>(null);
  const rows = useRowsBehind(slug, query, computed);
  const step = (by: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('a[data-first]') ?? [])];
    const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement));
    links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
  };
  usePageKeys({ next: ['j'], previous: ['k'] }, { next: () => step(1), previous: () => step(-1) });
  if (!rows.data) return <Pending of={rows} what="rows" />;
  return (
    <>
      <ul className={styles.rows} ref={list}>
        {rows.data.results.map((row) => (
          <Row key={`${row.first?.id} ${row.second?.id}`} row={row} first={first} second={second} />
        ))}
      </ul>
      {rows.data.count > rows.data.results.length && (
        <p className="soft">
          The first {plural(rows.data.results.length, 'row')} of {count(rows.data.count)}.
        </p>
      )}
    </>
  );
}

/** A row as the first has it, and beside it as the second has it where that is another. */
function Row({ row, first, second }: { row: RowBehind } & Pick<Props, 'first' | 'second'>) {
  const isSame =
    row.first && row.second && row.first.source === row.second.source && row.first.target === row.second.target;
  const sides = [
    [row.first, first],
    [row.second, second],
  ] as const;
  const texts = isSame ? [row.first] : [row.first, row.second];
  return (
    <li>
      {sides.map(
        ([side, person], index) =>
          side && (
            <Link
              key={side.review}
              data-first={index === 0 || !row.first || undefined}
              to={`/review/${side.review}?row=${side.id}`}
              title={`Open in the review of ${firstName(person)}`}
            >
              {firstName(person)}, row {count(side.number)}
            </Link>
          ),
      )}
      {texts.map(
        (side) =>
          side && (
            <div key={side.review} className={styles.texts}>
              <p dir="auto" lang={row.source_language}>
                {side.source || <i className="soft">no source</i>}
              </p>
              <p dir="auto" lang={row.target_language}>
                {side.target || <i className="soft">no target</i>}
              </p>
            </div>
          ),
      )}
    </li>
  );
}
