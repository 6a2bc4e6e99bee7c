import { Checkbox } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Invitation } from '@/api/types';
import { date } from '@/lib/format';
import styles from './Ratings.module.css';
import { type RowAct, rowAct, rowActWords, shownState } from './states';

interface InvitationsTableProps {
  slug: string;
  rows: readonly Invitation[];
  active: number;
  chosen: ReadonlySet<number>;
  canChange: boolean;
  sendsEmail: boolean;
  onActive: (index: number) => void;
  onToggle: (index: number, extend: boolean) => void;
  onToggleAll: () => void;
  onAct: (act: RowAct, invitation: Invitation) => void;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** Authors, what became of their invitation, and how far they are; one tab stop, which the keys move in. */
export function InvitationsTable(props: InvitationsTableProps) {
  const { slug, rows, active, chosen, canChange, sendsEmail, onActive, onToggle, onToggleAll, onAct } = props;
  const frame = useRef<HTMLDivElement>(null);
  const id = active >= 0 ? rows[active]?.id : undefined;
  useEffect(() => {
    if (id !== undefined) document.getElementById(`author-${id}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [id]);
  const isAll = rows.length > 0 && rows.every((row) => chosen.has(row.id));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid of which one row is active
    <div
      ref={frame}
      className={styles.grid}
      data-plain={!canChange || undefined}
      role="grid"
      tabIndex={0}
      aria-label="Authors"
      aria-rowcount={rows.length + 1}
      aria-multiselectable={canChange}
      aria-activedescendant={id === undefined ? undefined : `author-${id}`}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
      <div role="row" className={`${styles.row} ${styles.head}`} aria-rowindex={1}>
        {canChange && (
          <Head>
            <Checkbox
              aria-label="Select all authors on this page"
              checked={isAll}
              indeterminate={!isAll && chosen.size > 0}
              onChange={onToggleAll}
            />
          </Head>
        )}
        <Head>Author</Head>
        <Head>Talk</Head>
        <Head>State</Head>
        <Head>Last</Head>
        <Head>Answers</Head>
        <Head right>Yes</Head>
        <Head right>1–5</Head>
        <Head>
          <span className="vh">Act</span>
        </Head>
      </div>
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useKeyWithClickEvents: the page has the keys
        <div
          key={row.id}
          id={`author-${row.id}`}
          role="row"
          tabIndex={-1}
          aria-rowindex={index + 2}
          aria-selected={canChange ? chosen.has(row.id) : undefined}
          data-active={index === active || undefined}
          className={styles.row}
          onClick={(event) => {
            if ((event.target as HTMLElement).closest('a, button, input, label')) return;
            onActive(index);
            if (event.shiftKey && canChange) onToggle(index, true);
          }}
        >
          {canChange && (
            <Cell name="check">
              <Checkbox
                aria-label={`Select ${row.author_name}`}
                checked={chosen.has(row.id)}
                tabIndex={-1}
                onChange={() => undefined}
                onClick={(event) => onToggle(index, event.shiftKey)}
              />
            </Cell>
          )}
          <Line row={row} slug={slug} canChange={canChange} sendsEmail={sendsEmail} onAct={onAct} />
        </div>
      ))}
    </div>
  );
}

function Line({
  row,
  slug,
  canChange,
  sendsEmail,
  onAct,
}: Pick<InvitationsTableProps, 'slug' | 'canChange' | 'sendsEmail' | 'onAct'> & { row: Invitation }) {
  const { word, Icon, tone } = shownState(row);
  const answered = row.n_yes + row.n_no;
  const isBegun = answered > 0 || row.score !== null;
  const last = row.finished_at ?? row.answered_at ?? row.first_opened_at ?? row.sent_at;
  const act = rowAct(row, sendsEmail);
  return (
    <>
      <Cell name="author">
        <span dir="auto" title={row.author_email || undefined}>
          {row.author_name}
        </span>
      </Cell>
      <Cell name="talk">
        <Link to={`/p/${slug}/pairs/${row.pair}`} title={row.pair_title} dir="auto" tabIndex={-1}>
          {row.pair_title}
        </Link>
        {row.system && <span className={styles.system}>{row.system}</span>}
      </Cell>
      <Cell name="state">
        <span className={styles.state} data-tone={tone || undefined} title={titleOf(row)}>
          <Icon size={15} stroke={1.75} aria-hidden="true" />
          {word}
        </span>
      </Cell>
      <Cell name="last">
        {last ? <time dateTime={last}>{day.format(new Date(last))}</time> : <span className="muted">–</span>}
      </Cell>
      <Cell name="answers">
        {row.n_asked > 0 && isBegun && (
          <>
            <span className={styles.meter} aria-hidden="true">
              <i style={{ width: `${(answered / row.n_asked) * 100}%` }} />
            </span>
            <span className="num">
              {answered} / {row.n_asked}
            </span>
          </>
        )}
      </Cell>
      <Cell name="yes" right>
        {answered > 0 ? row.n_yes : '–'}
      </Cell>
      <Cell name="score" right>
        {row.score ?? '–'}
      </Cell>
      <Cell name="act" right>
        {(canChange || act === 'answers') && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.link}
            aria-label={`${rowActWords[act]}: ${row.author_name}`}
            onClick={() => onAct(act, row)}
          >
            {rowActWords[act]}
          </button>
        )}
      </Cell>
    </>
  );
}

/** What the state leaves out, for a title. */
function titleOf(row: Invitation): string {
  if (row.send_error) return `The mail server refused ${row.author_email}: ${row.send_error}`;
  if (row.state === 'revoked') return 'The link no longer works';
  if (row.state === 'answered' && !row.counts) return 'Failed the attention check, so the answers don’t count';
  const mails = row.n_mails > 1 ? `, ${row.n_mails - 1} ${row.n_mails === 2 ? 'reminder' : 'reminders'}` : '';
  return `${row.open ? 'Expires' : 'Expired'} on ${date(row.closes_at)}${mails}`;
}

function Head({ right, children }: { right?: boolean; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as in the grid
    // biome-ignore lint/a11y/useFocusableInteractive: as in the grid
    <span role="columnheader" data-right={right || undefined}>
      {children}
    </span>
  );
}

function Cell({ name, right, children }: { name: string; right?: boolean; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as in the grid
    <span role="gridcell" tabIndex={-1} data-cell={name} data-right={right || undefined}>
      {children}
    </span>
  );
}
