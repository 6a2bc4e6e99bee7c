import { Button, Menu } from '@mantine/core';
import { type ComponentType, useCallback, useMemo, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import {
  type Action,
  type BoardRow,
  type BoardSlot,
  type BulkOutcome,
  useAct,
  useBoard,
  useBoardCounts,
  usePolicy,
  useWorkload,
} from '@/api/assignments';
import { count, plural } from '@/lib/format';
import { usePageKeys } from '@/lib/usePageKeys';
import { BulkBar, BulkResult } from '@/ui/BulkBar';
import { ErrorNote } from '@/ui/ErrorNote';
import { Key, KeyLine, shortcutOf } from '@/ui/Keys';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { findKeys, SearchField } from '@/ui/SearchField';
import classes from './Assignments.module.css';
import { BoardFilters } from './BoardFilters';
import { BoardTable } from './BoardTable';
import { AssignDialog, PlanDialog, ReassignDialog } from './dialogs';
import { chipOf, countOf, useBoardFilter } from './filter';
import { keys } from './keys';
import { PolicyForm } from './PolicyForm';
import { slotWords } from './SlotMark';
import { asChosen, extended, nothing, type Selection, sumOf, toggled } from './selection';
import { Workload } from './Workload';
import { priorities, resultWords, type Verb } from './words';

type Asked = { what: 'assign' | 'reassign' | 'plan' } | { what: 'slot'; slot: BoardSlot; row: BoardRow };

interface Result {
  words: string;
  outcome: BulkOutcome;
}

/** Who has what of all pairs, and what an admin does about it; `app` puts the tabs of reviews here. */
export function AssignmentsPage({ Tabs }: { Tabs: ComponentType }) {
  const { slug = '' } = useParams();
  const navigate = useNavigate();
  const policy = usePolicy(slug);
  const isOn = Boolean(policy.data);
  const view = useBoardFilter();
  const { filter, order, choose } = view;
  const board = useBoard(slug, filter, order, isOn);
  const counts = useBoardCounts(slug, filter, isOn).data;
  const loads = useWorkload(slug, isOn).data ?? [];
  const act = useAct(slug);
  const [selection, setSelection] = useState<Selection>(nothing);
  const [active, setActive] = useState(-1);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [result, setResult] = useState<Result | null>(null);

  const rows = useMemo(() => board.data?.pages.flatMap(({ results }) => results) ?? [], [board.data]);
  const ids = useMemo(() => rows.map(({ pair }) => pair.id), [rows]);
  const chip = chipOf(filter);
  const total = (chip && countOf(chip, counts)) ?? rows.length;
  const sum = sumOf(selection, rows, counts, total);
  const chosen = asChosen(selection, filter);
  const about = `${plural(sum.nPairs, 'pair')}, ${plural(sum.nFree, 'free review')}`;
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = board;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  const run = (action: Action, to?: string) =>
    act.mutate(action, {
      onSuccess: (outcome) => {
        setAsked(null);
        setSelection(nothing);
        setResult({ words: resultWords(action.verb as Verb, outcome, to), outcome });
      },
    });
  const ask = (what: Asked) => {
    act.reset();
    setAsked(what);
  };
  /** What a key acts on: what is chosen, else the active row. */
  const withSome = (then: () => void) => {
    const id = ids[active];
    if (sum.nPairs === 0 && id === undefined) return;
    if (sum.nPairs === 0 && id !== undefined) setSelection({ kind: 'some', ids: new Set([id]) });
    then();
  };
  const toggle = (index: number, extend: boolean) => {
    const id = ids[index];
    if (id === undefined) return;
    setSelection(extend && active >= 0 ? extended(selection, ids, active, index) : toggled(selection, id, ids));
    setActive(index);
  };
  const move = (by: 1 | -1, extend: boolean) => {
    const to = Math.min(rows.length - 1, Math.max(0, active + by));
    if (extend && active >= 0) setSelection(extended(selection, ids, active, to));
    setActive(to);
  };
  usePageKeys(keys, {
    next: () => move(1, false),
    previous: () => move(-1, false),
    extend_next: () => move(1, true),
    extend_previous: () => move(-1, true),
    toggle: () => active >= 0 && toggle(active, false),
    all: () => setSelection({ kind: 'all' }),
    clear: () => setSelection(nothing),
    open: () => ids[active] !== undefined && void navigate(`/p/${slug}/pairs/${ids[active]}`),
    assign: () => withSome(() => ask({ what: 'assign' })),
    reassign: () => withSome(() => ask({ what: 'reassign' })),
    priority: () => withSome(() => setChoosing(true)),
  });
  const dialog = { slug, loads, isPending: act.isPending, error: act.error, onAct: run, onClose: () => setAsked(null) };
  return (
    <Page
      title="Assignments"
      lead="Who reviews which pairs."
      actions={
        isOn && (
          <SearchField label="Find a pair" search={filter.search ?? ''} onSearch={(search) => choose({ search })} />
        )
      }
      aside={
        policy.data && (
          <>
            <Part title="Rules" note="for what nobody has taken">
              <PolicyForm
                key={policy.data.updated_at}
                slug={slug}
                policy={policy.data}
                nFree={counts?.states.free ?? 0}
              />
            </Part>
            <Part title="Workload" note="left to do">
              <Workload loads={loads} />
            </Part>
          </>
        )
      }
    >
      <Tabs />
      {policy.isPending && <Loading what="assignments" />}
      {policy.isError && <ErrorNote error={policy.error} onRetry={() => void policy.refetch()} />}
      {policy.data === null && (
        <Part title="Reviews aren’t assigned yet">
          <p className="soft">
            Anybody opens any aligned pair. Once reviews are assigned, annotators get one pair after the other from a
            queue, and you can hand pairs out.
          </p>
          <PolicyForm slug={slug} policy={null} nFree={0} />
        </Part>
      )}
      {isOn && (
        <>
          <BoardFilters slug={slug} of={view} counts={counts} loads={loads} />
          {sum.nPairs > 0 && (
            <BulkBar
              label="Selected pairs"
              chosen={
                <>
                  <b>{plural(sum.nPairs, 'pair')}</b>{' '}
                  <span className="soft num">
                    {plural(sum.nRows, 'row')}, {plural(sum.nFree, 'free review')}
                  </span>
                </>
              }
              clearKeys={keys.clear}
              onClear={() => setSelection(nothing)}
            >
              <Button
                variant="filled"
                onClick={() => ask({ what: 'assign' })}
                aria-keyshortcuts={shortcutOf(keys.assign)}
              >
                Assign… <Key of={keys.assign} />
              </Button>
              <Button onClick={() => ask({ what: 'reassign' })} aria-keyshortcuts={shortcutOf(keys.reassign)}>
                Reassign… <Key of={keys.reassign} />
              </Button>
              <Menu opened={isChoosing} onChange={setChoosing} position="bottom-start">
                <Menu.Target>
                  <Button aria-keyshortcuts={shortcutOf(keys.priority)}>
                    Priority <Key of={keys.priority} />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {priorities.map(({ value, label }) => (
                    <Menu.Item key={value} onClick={() => run({ verb: 'prioritise', priority: value, ...chosen })}>
                      {label}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
              <Button onClick={() => ask({ what: 'plan' })}>Due, reviews…</Button>
              <Button
                loading={act.isPending && act.variables.verb === 'withdraw'}
                onClick={() => run({ verb: 'withdraw', ...chosen })}
              >
                Return to queue
              </Button>
            </BulkBar>
          )}
          <div role="status">
            {result && (
              <ResultLine
                result={result}
                isPending={act.isPending}
                onUndo={(change) => run({ verb: 'undo', change })}
                onClose={() => setResult(null)}
              />
            )}
          </div>
          {act.isError && !asked && <ErrorNote error={act.error} />}
          {board.isError && <ErrorNote error={board.error} onRetry={() => void board.refetch()} />}
          {board.isPending && <Loading what="pairs" />}
          {board.data && rows.length === 0 && (
            <p className={classes.none}>
              {view.n > 0 ? (
                <>
                  No pairs match {view.n === 1 ? 'this filter' : `these ${count(view.n)} filters`}.{' '}
                  <Button onClick={view.clear}>Clear</Button>
                </>
              ) : (
                <>
                  No aligned pairs yet. <Link to={`/p/${slug}/pairs`}>Pairs</Link>
                </>
              )}
            </p>
          )}
          {rows.length > 0 && (
            <BoardTable
              slug={slug}
              rows={rows}
              total={total}
              order={order}
              active={active}
              selection={selection}
              onOrder={(to) => choose({ order: to === 'due' ? '' : to })}
              onActive={setActive}
              onToggle={toggle}
              onToggleAll={() => setSelection(selection.kind === 'all' ? nothing : { kind: 'all' })}
              onSlot={(slot, row) => ask({ what: 'slot', slot, row })}
              onEnd={more}
            />
          )}
          <div className={classes.keys}>
            <KeyLine
              of={[
                ['move', keys.next, keys.previous],
                ['select', keys.toggle],
                ['extend', keys.extend_next],
                ['all that match', keys.all],
                ['open', keys.open],
                ['find', findKeys],
              ]}
            />
          </div>
        </>
      )}
      {asked?.what === 'assign' && <AssignDialog {...dialog} chosen={chosen} about={about} />}
      {asked?.what === 'reassign' && <ReassignDialog {...dialog} what={chosen} about={about} />}
      {asked?.what === 'plan' && <PlanDialog {...dialog} chosen={chosen} about={about} />}
      {asked?.what === 'slot' && (
        <ReassignDialog
          {...dialog}
          what={{ slots: [asked.slot.id] }}
          from={asked.slot.annotator?.name ?? ''}
          about={`${asked.row.pair.title}: ${slotWords(asked.slot)}`}
        />
      )}
    </Page>
  );
}

interface ResultLineProps {
  result: Result;
  isPending: boolean;
  onUndo: (change: number) => void;
  onClose: () => void;
}

function ResultLine({ result: { words, outcome }, isPending, onUndo, onClose }: ResultLineProps) {
  const { change, left, n_left } = outcome;
  const whys = [...new Set(left.map(({ why }) => why))];
  return (
    <BulkResult
      words={words + (n_left > 0 ? ` Not done for ${plural(n_left, 'pair')}: ${whys.slice(0, 3).join(' ')}` : '')}
      actions={
        change !== null && (
          <Button loading={isPending} onClick={() => onUndo(change)}>
            Undo
          </Button>
        )
      }
      onClose={onClose}
    />
  );
}
