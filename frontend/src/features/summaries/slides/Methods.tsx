import type { ReactNode } from 'react';
import { plural } from '@/lib/format';
import { Part } from '@/ui/Page';
import { Table } from '@/ui/Table';
import { Figure } from './Figure';
import { bestOf, type Column, columns, type Elsewhere, figureText, type Shown } from './model';
import { type PublishedSlides, type SlidesCorpus, type SlidesTask, slidesCsv } from './requests';
import classes from './Slides.module.css';
import { TalksOfMethod } from './TalksOfMethod';
import { WhyNot } from './WhyNot';

interface MethodsProps {
  title: string;
  task: SlidesTask;
  note: ReactNode;
  rows: readonly Shown[];
  published: readonly PublishedSlides[];
  /** The table behind it, once there is one. */
  table: number | undefined;
  nTalks: number | undefined;
  sortedBy: string;
  onSort: (column: string) => void;
  /** By method. */
  current: string | undefined;
  open: string | undefined;
  onOpen: (method: string) => void;
  elsewhere: (method: string) => Elsewhere | undefined;
  onChoose: (corpus: SlidesCorpus) => void;
  children?: ReactNode;
}

/** The methods of a task with their figures, those of papers below; a row opens its talks. */
export function Methods({ title, task, note, rows, published, table, children, ...props }: MethodsProps) {
  const csv = table !== undefined && (
    <a href={slidesCsv(table, task)} download aria-label={`${title} as CSV`}>
      CSV
    </a>
  );
  return (
    <Part title={title} note={note} actions={csv}>
      <Table label={title} head={<Heads task={task} sortedBy={props.sortedBy} onSort={props.onSort} />}>
        {rows.map((row) => (
          <Method key={row.method} row={row} rows={rows} task={task} {...props} />
        ))}
        {published.map((row) => (
          <Published key={row.label} row={row} of={columns[task]} />
        ))}
      </Table>
      {children}
    </Part>
  );
}

function Heads({ task, sortedBy, onSort }: Pick<MethodsProps, 'task' | 'sortedBy' | 'onSort'>) {
  return (
    <>
      <th>Method</th>
      {columns[task].map(({ name, head, meaning, isLessBetter }) => (
        <th key={name} aria-sort={name === sortedBy ? (isLessBetter ? 'ascending' : 'descending') : undefined}>
          <button
            type="button"
            className={classes.sort}
            title={meaning}
            aria-pressed={name === sortedBy}
            onClick={() => onSort(name)}
          >
            {head}
          </button>
        </th>
      ))}
    </>
  );
}

type MethodProps = Pick<
  MethodsProps,
  'task' | 'rows' | 'nTalks' | 'current' | 'open' | 'onOpen' | 'elsewhere' | 'onChoose'
> & { row: Shown };

function Method({ row, rows, task, nTalks, current, open, onOpen, elsewhere, onChoose }: MethodProps) {
  const isOpen = open === row.method;
  return (
    <>
      <tr data-current={current === row.method || undefined} data-old={row.isOld || undefined} className={classes.row}>
        <th scope="row">
          {row.why || row.isOld ? (
            row.label
          ) : (
            <button type="button" className={classes.method} aria-expanded={isOpen} onClick={() => onOpen(row.method)}>
              {row.label}
            </button>
          )}
          {!row.why && nTalks !== undefined && row.n_talks < nTalks && (
            <span className="soft"> {plural(row.n_talks, 'talk')}</span>
          )}
        </th>
        {row.why ? (
          <td colSpan={columns[task].length} className="soft">
            <WhyNot row={row} elsewhere={elsewhere(row.method)} onChoose={onChoose} />
          </td>
        ) : (
          columns[task].map((column) => <Cell key={column.name} row={row} rows={rows} column={column} />)
        )}
      </tr>
      {isOpen && !row.isOld && <TalksOfMethod row={row} of={columns[task]} />}
    </>
  );
}

function Cell({ row, rows, column }: { row: Shown; rows: readonly Shown[]; column: Column }) {
  const figure = row.figures[column.name];
  const misleads = row.method === 'never' && column.name === 'accuracy';
  return (
    <td data-label={column.head} className={classes.cell}>
      {figure && (
        <Figure
          of={figure}
          column={column}
          among={rows.flatMap(({ figures }) => figures[column.name] ?? [])}
          misleads={misleads}
          isBest={figure.value !== null && figure.value === bestOf(rows, column)}
        />
      )}
    </td>
  );
}

function Published({ row, of }: { row: PublishedSlides; of: readonly Column[] }) {
  return (
    <tr className={classes.published}>
      <th scope="row">
        {row.label}{' '}
        <span className={classes.publishedFrom} title={row.source}>
          paper, test
        </span>
      </th>
      {of.map((column) => (
        <td key={column.name} data-label={column.head}>
          {figureText(row.figures[column.name], column)}
        </td>
      ))}
    </tr>
  );
}
