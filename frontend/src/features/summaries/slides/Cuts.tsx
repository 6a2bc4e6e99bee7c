import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { count, plural } from '@/lib/format';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { cutsText, near } from './model';
import { type Cut, slidesCsv, useSlidesCuts, useSlidesTalks } from './requests';
import classes from './Slides.module.css';

interface CutsProps {
  table: number;
  /** A talk of the table, or the first. */
  talk: number | undefined;
  onChoose: (talk: number) => void;
}

/** One talk: where its slides change, and where each method has them change. */
export function Cuts({ table, talk, onChoose }: CutsProps) {
  const talks = useSlidesTalks(table);
  const chosen = talks.data?.talks.find(({ id }) => id === talk) ?? talks.data?.talks[0];
  return (
    <Part
      title="Where they cut"
      actions={
        <a href={slidesCsv(table, 'cuts')} download aria-label="All cuts as CSV">
          CSV
        </a>
      }
    >
      <Pending of={talks} what="talks" />
      {talks.data && chosen && (
        <>
          <Select
            aria-label="Video"
            data={talks.data.talks.map(({ id, title, n_sentences }) => ({
              value: String(id),
              label: `${title}, ${plural(n_sentences, 'sentence')}`,
            }))}
            value={String(chosen.id)}
            allowDeselect={false}
            searchable
            onChange={(value) => value && onChoose(Number(value))}
          />
          <Strips table={table} talk={chosen.id} />
        </>
      )}
    </Part>
  );
}

function Strips({ table, talk }: { table: number; talk: number }) {
  const found = useSlidesCuts(table, talk);
  if (!found.data) return <Pending of={found} what="cuts" />;
  const { n_sentences: n, boundaries, methods } = found.data;
  return (
    <>
      <div className={classes.strips}>
        <span className={classes.name}>Slides</span>
        <Strip label={`Slides: ${plural(boundaries.length, 'change')}`}>
          {boundaries.map((at) => (
            <path key={at} data-slides d={`M${place(at, n)} 1V15`} />
          ))}
        </Strip>
        {methods.map(({ row, label, cuts }) => (
          <Cutting key={row} label={label} cuts={cuts} n={n} />
        ))}
        <span />
        <div className={classes.axis} aria-hidden="true">
          <span>1</span>
          <span>{count(n)}</span>
        </div>
      </div>
      <ul className={classes.legend}>
        {(
          [
            ['exact', 'exact'],
            ['near', `within ${near} sentences`],
            ['wrong', 'no slide begins here'],
          ] as const
        ).map(([fit, words]) => (
          <li key={fit}>
            <svg viewBox="0 0 12 16" width={12} height={16} className={classes.strip} aria-hidden="true">
              <Mark x={6} fit={fit} />
            </svg>
            {words}
          </li>
        ))}
      </ul>
    </>
  );
}

function Cutting({ label, cuts, n }: { label: string; cuts: readonly Cut[]; n: number }) {
  return (
    <>
      <span className={classes.name} title={label}>
        {label}
      </span>
      <Strip label={cutsText(label, cuts)}>
        {cuts.map(({ at, fit }) => (
          <Mark key={at} x={place(at, n)} fit={fit} />
        ))}
      </Strip>
    </>
  );
}

const width = 232;
const side = 4;
const place = (at: number, n: number) => side + (at / Math.max(n - 1, 1)) * (width - 2 * side);

function Strip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <svg viewBox={`0 0 ${width} 16`} className={classes.strip} role="img" aria-label={label}>
      <path d={`M0 15.5H${width}`} />
      {children}
    </svg>
  );
}

function Mark({ x, fit }: { x: number; fit: Cut['fit'] }) {
  if (fit === 'wrong') return <path data-fit="wrong" d={`M${x - 3} 5l6 6m0 -6l-6 6`} />;
  return <path data-fit={fit} d={`M${x} 1V15`} />;
}
