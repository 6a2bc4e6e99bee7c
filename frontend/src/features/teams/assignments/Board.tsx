import { Button } from '@mantine/core';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { count } from '@/lib/format';
import { useChosen } from '@/lib/useChosen';
import { usePageKeys } from '@/lib/usePageKeys';
import { ErrorNote } from '@/ui/ErrorNote';
import { KeyLine } from '@/ui/Keys';
import { Pending } from '@/ui/Pending';
import { findKeys } from '@/ui/SearchField';
import classes from './Assignments.module.css';
import { BoardBar } from './BoardBar';
import { BoardFilters } from './BoardFilters';
import { BoardResult } from './BoardResult';
import { BoardTable } from './BoardTable';
import { chipOf, countOf, useBoardFilter } from './filter';
import { type BoardCounts, type Load, useBoard } from './requests';
import { asRequest, sumOf } from './selection';
import { useActions } from './useActions';
import { keys } from './words';

const BoardDialog = lazy(async () => ({ default: (await import('./dialogs')).BoardDialog }));

interface BoardProps {
  slug: string;
  counts: BoardCounts | undefined;
  loads: Load[];
}

/** All pairs with their reviews, and bulk actions on those that are selected. */
export function Board({ slug, counts, loads }: BoardProps) {
  const navigate = useNavigate();
  const view = useBoardFilter();
  const { filter, order, choose } = view;
  const board = useBoard(slug, filter, order);
  const rows = useMemo(() => board.data?.pages.flatMap(({ results }) => results) ?? [], [board.data]);
  const chip = chipOf(filter);
  const total = (chip && countOf(chip, counts)) ?? rows.length;
  const selected = useChosen({ ids: rows.map(({ pair }) => pair.id), all: 'all' });
  const { chosen, activeId, withSome } = selected;
  const sum = sumOf(chosen, rows, counts, total);
  const pairs = asRequest(chosen, filter);
  const actions = useActions(slug, selected.clear);
  const { ask } = actions;
  const [isChoosing, setChoosing] = useState(false);
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = board;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  usePageKeys(keys, {
    ...selected.acts,
    all: selected.chooseAll,
    open: () => activeId !== undefined && void navigate(`/p/${slug}/pairs/${activeId}`),
    assign: () => withSome(() => ask({ what: 'assign' })),
    reassign: () => withSome(() => ask({ what: 'reassign' })),
    priority: () => withSome(() => setChoosing(true)),
    changed: () => {
      const row = rows.find(({ pair }) => pair.id === activeId);
      if (row) ask({ what: 'changed', row });
    },
  });
  return (
    <>
      <BoardFilters slug={slug} of={view} counts={counts} loads={loads} />
      {sum.nPairs > 0 && (
        <BoardBar
          sum={sum}
          chosen={pairs}
          actions={actions}
          isChoosing={isChoosing}
          onChoosing={setChoosing}
          onClear={selected.clear}
        />
      )}
      <div role="status">
        <BoardResult of={actions} />
      </div>
      {actions.error && !actions.asked && <ErrorNote error={actions.error} />}
      <Pending of={board} what="pairs" />
      {board.data && rows.length === 0 && <NoPairs slug={slug} nFilters={view.n} onClear={view.clear} />}
      {rows.length > 0 && (
        <BoardTable
          slug={slug}
          rows={rows}
          total={total}
          order={order}
          chosen={selected}
          onOrder={(to) => choose({ order: to === 'due' ? '' : to })}
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
            ['what changed', keys.changed],
            ['open', keys.open],
            ['find', findKeys],
          ]}
        />
      </div>
      <Suspense>
        <BoardDialog slug={slug} loads={loads} sum={sum} chosen={pairs} actions={actions} />
      </Suspense>
    </>
  );
}

function NoPairs({ slug, nFilters, onClear }: { slug: string; nFilters: number; onClear: () => void }) {
  return (
    <p className={classes.none}>
      {nFilters > 0 ? (
        <>
          No pairs match {nFilters === 1 ? 'this filter' : `these ${count(nFilters)} filters`}.{' '}
          <Button onClick={onClear}>Clear</Button>
        </>
      ) : (
        <>
          No aligned pairs yet. <Link to={`/p/${slug}/pairs`}>Pairs</Link>
        </>
      )}
    </p>
  );
}
