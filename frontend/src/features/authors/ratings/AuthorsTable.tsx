import { Checkbox } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Invitation } from '@/api/types';
import { date, plural, shortDate } from '@/lib/format';
import type { useChosen } from '@/lib/useChosen';
import { KeyLine } from '@/ui/Keys';
import { Cell, ChooseCell, Grid, Head, HeadRow, Row, State } from '@/ui/large/Grid';
import { Pager } from '@/ui/Pager';
import { findKeys } from '@/ui/SearchField';
import styles from './Ratings.module.css';
import { keys, type RowAct, rowAct, rowActWords, shownState } from './states';

interface AuthorsTableProps {
  slug: string;
  rows: readonly Invitation[];
  /** On all pages. */
  total: number;
  chosen: ReturnType<typeof useChosen>;
  canChange: boolean;
  sendsEmail: boolean;
  onAct: (act: RowAct, invitation: Invitation) => void;
}

const elementOf = (id: number | undefined) => (id === undefined ? undefined : `author-${id}`);

/** A page of authors, what became of their invitation, and how far they are; with the keys of the table. */
export function AuthorsTable({ rows, total, chosen, ...props }: AuthorsTableProps) {
  const { canChange } = props;
  const { active, activeId, activate, toggle, has } = chosen;
  useEffect(() => {
    const row = document.getElementById(elementOf(activeId) ?? '');
    row?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);
  const changing = [
    ['select', keys.toggle],
    ['remind', keys.remind],
    ['copy link', keys.copy],
  ] as const;
  return (
    <>
      <Grid
        label="Authors"
        className={styles.grid}
        data-plain={!canChange || undefined}
        nRows={rows.length}
        active={elementOf(activeId)}
        canChoose={canChange}
      >
        <HeadRow className={styles.head}>
          {canChange && (
            <Head>
              <Checkbox
                aria-label="Select all authors on this page"
                checked={chosen.isAll}
                indeterminate={chosen.isSome}
                onChange={chosen.toggleAll}
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
        </HeadRow>
        {rows.map((row, index) => (
          <Row
            key={row.id}
            id={`author-${row.id}`}
            index={index}
            isActive={index === active}
            isChosen={canChange ? has(row.id) : undefined}
            className={styles.row}
            onActive={() => activate(index)}
            onExtend={() => toggle(index, true)}
          >
            {canChange && (
              <ChooseCell
                label={`Select ${row.author_name}`}
                isChosen={has(row.id)}
                onToggle={(extend) => toggle(index, extend)}
              />
            )}
            <Line row={row} {...props} />
          </Row>
        ))}
      </Grid>
      <Pager total={total} what="authors" />
      <div className={styles.keys}>
        <KeyLine
          of={[
            ['move', keys.next, keys.previous],
            ...(canChange ? changing : []),
            ['answers', keys.open],
            ['find', findKeys],
          ]}
        />
      </div>
    </>
  );
}

type LineProps = Pick<AuthorsTableProps, 'slug' | 'canChange' | 'sendsEmail' | 'onAct'> & { row: Invitation };

function Line({ row, slug, canChange, sendsEmail, onAct }: LineProps) {
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
        <Link data-title to={`/p/${slug}/pairs/${row.pair}`} title={row.pair_title} dir="auto" tabIndex={-1}>
          {row.pair_title}
        </Link>
        {row.system && <span className={styles.system}>{row.system}</span>}
      </Cell>
      <Cell name="state">
        <State Icon={Icon} tone={tone} title={titleOf(row)}>
          {word}
        </State>
      </Cell>
      <Cell name="last">
        {last ? <time dateTime={last}>{shortDate(last)}</time> : <span className="muted">–</span>}
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
  const mails = row.n_mails > 1 ? `, ${plural(row.n_mails - 1, 'reminder')}` : '';
  return `${row.open ? 'Expires' : 'Expired'} on ${date(row.closes_at)}${mails}`;
}
