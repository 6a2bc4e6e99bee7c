import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconPin, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { count } from '@/lib/format';
import { type PageKeys, usePageKeys } from '@/lib/usePageKeys';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { FormDialog } from '@/ui/FormDialog';
import { Pending, ShowMore } from '@/ui/Pending';
import classes from './Curation.module.css';
import { type CuratedRow, type Funnel, type Listed, useCuratedRows, usePickRows } from './requests';
import { faultWords, ruleWords } from './words';

interface CuratedRowsProps {
  id: number;
  funnel: Funnel;
  listed: Listed;
  canChange: boolean;
  onList: (listed: Listed) => void;
}

const keys = { next: ['j'], previous: ['k'], decide: ['p'], open: ['Enter'] } satisfies PageKeys;

/** Rows that are in or out, each with the rule that decided: J K move, P puts in or takes out, Enter opens. */
export function CuratedRows({ id, funnel, listed, canChange, onList }: CuratedRowsProps) {
  const pages = useCuratedRows(id, listed);
  const pick = usePickRows(id);
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const [asking, setAsking] = useState<CuratedRow | null>(null);
  const [done, setDone] = useState<{ row: CuratedRow; isIn: boolean | null } | null>(null);
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const at = Math.min(active, rows.length - 1);
  const counts = funnel.counts;
  const nOut = counts ? counts.n_candidates - counts.n_rows : 0;

  const decide = (row: CuratedRow) => {
    if (!canChange) return;
    pick.reset();
    if (row.picked) pick.mutate({ rows: [row.row], is_in: null }, { onSuccess: () => setDone({ row, isIn: null }) });
    else setAsking(row);
  };
  const undo = ({ row, isIn }: { row: CuratedRow; isIn: boolean | null }) => {
    const back = { rows: [row.row], is_in: isIn === null ? (row.picked?.is_in ?? null) : null };
    pick.mutate({ ...back, reason: row.picked?.reason }, { onSuccess: () => setDone(null) });
  };
  const move = (by: 1 | -1) => {
    const to = Math.max(0, Math.min(rows.length - 1, at + by));
    setActive(to);
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  };
  const row = rows[at];
  usePageKeys(keys, {
    next: () => move(1),
    previous: () => move(-1),
    decide: row && (() => decide(row)),
    open: row && (() => void navigate(`/review/${row.review}?row=${row.row}`)),
  });

  return (
    <section className={classes.list} aria-label="Rows in or out">
      <SegmentedControl
        fullWidth
        aria-label="Rows shown"
        value={listed.isIn ? 'in' : 'out'}
        data={[
          { value: 'in', label: `Rows in ${counts && listed.pair === undefined ? count(counts.n_rows) : ''}`.trim() },
          { value: 'out', label: `Rows out ${counts && listed.pair === undefined ? count(nOut) : ''}`.trim() },
        ]}
        onChange={(value) => onList({ isIn: value === 'in', rule: '', pair: listed.pair })}
      />
      <NarrowedTo listed={listed} funnel={funnel} title={rows[0]?.pair.title} onList={onList} />
      <p role="status" className={done ? classes.done : undefined}>
        {done && (
          <>
            {done.isIn === null ? 'Left to the rules again. ' : done.isIn ? '1 row put in. ' : '1 row taken out. '}
            <Button size="compact-sm" onClick={() => undo(done)}>
              Undo
            </Button>
          </>
        )}
      </p>
      {pick.isError && !asking && <ErrorNote error={pick.error} />}
      <Pending of={pages} what="rows" />
      {pages.data && rows.length === 0 && (
        <p className="soft">
          {listed.isIn ? 'No rows are in.' : listed.rule ? 'It excludes no rows.' : 'No rows are out.'}
        </p>
      )}
      <ul ref={list} aria-label={listed.isIn ? 'Rows that are in' : 'Rows that are out'}>
        {rows.map((row, index) => (
          <RowItem
            key={row.row}
            row={row}
            funnel={funnel}
            isActive={index === at}
            onActive={() => setActive(index)}
            onPick={canChange ? () => decide(row) : undefined}
          />
        ))}
      </ul>
      <ShowMore of={pages} />
      {asking && (
        <PickDialog
          row={asking}
          error={pick.error}
          isPending={pick.isPending}
          onClose={() => setAsking(null)}
          onPick={(reason) =>
            pick.mutate(
              { rows: [asking.row], is_in: asking.why_out !== null, reason },
              {
                onSuccess: () => {
                  setDone({ row: asking, isIn: asking.why_out !== null });
                  setAsking(null);
                },
              },
            )
          }
        />
      )}
    </section>
  );
}

interface NarrowedToProps extends Pick<CuratedRowsProps, 'listed' | 'funnel' | 'onList'> {
  /** Of the one talk, where rows of one are listed. */
  title: string | undefined;
}

/** The rule or talk whose rows alone are listed, each with the way back to all. */
function NarrowedTo({ listed, funnel, title, onList }: NarrowedToProps) {
  return (
    <>
      {listed.rule && (
        <p className={classes.of}>
          <span>
            {listed.isIn ? 'Put in' : 'Excluded by'}{' '}
            <b>{ruleWords(listed.rule, funnel.rules, funnel.counts?.choices)}</b>
          </span>
          <Button
            size="compact-sm"
            aria-label="Show all that are out"
            onClick={() => onList({ isIn: listed.isIn, rule: '' })}
          >
            <IconX size={14} aria-hidden="true" />
          </Button>
        </p>
      )}
      {listed.pair !== undefined && (
        <p className={classes.of}>
          <span>
            Of <b dir="auto">{title ?? 'one talk'}</b> only
          </span>
          <Button
            size="compact-sm"
            aria-label="Show rows of all talks"
            onClick={() => onList({ isIn: listed.isIn, rule: listed.rule })}
          >
            <IconX size={14} aria-hidden="true" />
          </Button>
        </p>
      )}
    </>
  );
}

interface RowItemProps {
  row: CuratedRow;
  funnel: Funnel;
  isActive: boolean;
  onActive: () => void;
  onPick?: () => void;
}

function RowItem({ row, funnel, isActive, onActive, onPick }: RowItemProps) {
  const choices = funnel.counts?.choices;
  const words = (key: string) => faultWords(row, key, funnel.rules, choices);
  const others = row.failed.slice(1).map((key) => ruleWords(key, funnel.rules, choices));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: J and K move the active row from anywhere on the page.
    <li aria-current={isActive || undefined} onClick={onActive}>
      <p className={classes.source} lang={row.source_language || undefined} dir="auto">
        {row.source || <span className="soft">no source</span>}
      </p>
      <p lang={row.target_language || undefined} dir="auto">
        {row.target || <span className="soft">not rendered</span>}
      </p>
      {row.picked && (
        <p className={classes.reason} dir="auto">
          {row.picked.is_in ? 'Put in' : 'Taken out'}
          {row.picked.by ? ` by ${row.picked.by}` : ''}: {row.picked.reason}
        </p>
      )}
      <div className={classes.about}>
        {row.why_out && (
          <span
            className={classes.badge}
            title={others.length > 0 ? `Also fails: ${others.join('; ')}` : 'Would be in but for this rule'}
          >
            {words(row.why_out)}
          </span>
        )}
        <Link to={`/review/${row.review}?row=${row.row}`}>
          <bdi>{row.pair.title}</bdi>, {count(row.number)}
        </Link>
        {onPick && (
          <button type="button" className={classes.pin} onClick={onPick}>
            <IconPin size={14} aria-hidden="true" />{' '}
            {row.picked ? 'Leave to rules' : row.why_out ? 'Put in' : 'Take out'}
          </button>
        )}
      </div>
    </li>
  );
}

interface PickDialogProps {
  row: CuratedRow;
  error: unknown;
  isPending: boolean;
  onClose: () => void;
  onPick: (reason: string) => void;
}

function PickDialog({ row, error, isPending, onClose, onPick }: PickDialogProps) {
  const [reason, setReason] = useState('');
  const verb = row.why_out ? 'Put in' : 'Take out';
  return (
    <FormDialog opened onClose={onClose} title={`${verb} by hand`}>
      <Form
        wide
        onSubmit={() => onPick(reason.trim())}
        error={error ?? null}
        submit={verb}
        isPending={isPending}
        disabled={!reason.trim()}
      >
        <p className={classes.source} lang={row.source_language || undefined} dir="auto">
          {row.source || row.target}
        </p>
        <TextInput
          label="Why"
          required
          data-autofocus
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Form>
    </FormDialog>
  );
}
