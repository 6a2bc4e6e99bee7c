/** An adjudication as one goes through it: what is chosen for the region one is at, and what can be done about it. */

import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useTyped } from '@/lib/useTyped';
import type { Editor } from '../editor/editor';
import { readOnly } from '../editor/state';
import { rowOf } from '../model/document';
import { type Gesture, isRefusal } from '../model/gesture';
import * as gestures from '../model/gestures';
import { blocksOf, foldsAround, openInWords, type RegionFilter } from './filters';
import { hasFindings } from './findings';
import {
  type Choice,
  compose,
  isSeen,
  isSettled,
  isUndecided,
  letters,
  majority,
  type Part,
  partsOf,
  place,
  type Region,
  settle,
  takeAll,
} from './model';
import { fromWhom, isTimed, rowAt, rowsOf, undecidedInWords } from './words';

/** Where to go in the review to edit the result: a row, and what to open there. */
export type EditAt = 'row' | 'comments' | 'paper';

export interface RegionsOptions {
  regions: readonly Region[];
  nReviews: number;
  shown: RegionFilter;
  /** The reviews that have a column: none is taken unseen. */
  columns: readonly number[];
  /** Gives a review a column. */
  onColumn: (review: number) => void;
  /** Undefined where there is no room for it. */
  onEdit: ((region: number, row: string, at: EditAt) => void) | undefined;
  onAllSettled: () => void;
}

export function useRegions(editor: Editor, options: RegionsOptions) {
  const { regions, nReviews, shown, columns, onColumn, onEdit, onAllSettled } = options;
  const locked = useStore(editor.store, readOnly) !== null;
  // Findings are counted once somebody has looked.
  useStore(editor.store, (state) => state.nFindings);
  const [choice, setChoice] = useState<Choice | null>(null);
  const at = useRegionPlace(editor, regions, shown, () => setChoice(null));
  const { doc, idsOf, open, matching, current } = at;
  const { reason, setReason, forgetReason } = useReason(editor, current ? idsOf(current.number) : noRows);

  const take = (review: number, how = 'again') => {
    if (!current || locked || review >= nReviews) return;
    if (isSeen(current, review, columns)) return accept(takeAll(review));
    onColumn(review);
    editor.say(`Review ${letters[review]} is shown now. Press ${letters[review]} ${how} to take it.`);
  };
  const switchPart = (part: Part, review?: number) => {
    if (!current || locked || !partsOf(current).includes(part)) return;
    const from = choice ?? takeAll(firstOf(fromWhom(doc, idsOf(current.number), current, null)));
    setChoice({ ...from, [part]: review ?? (from[part] + 1) % nReviews });
  };
  const switchNth = (n: number) => {
    const part = current && partsOf(current)[n];
    if (part) switchPart(part);
  };
  /** Where an undo of what is done next comes back to. */
  const standIn = ([row]: readonly string[]) => row !== undefined && editor.moveTo(row, null);
  const accept = (chosen: Choice | null = choice) => {
    if (!current || locked) return;
    const ids = idsOf(current.number);
    if (!chosen && isUndecided(rowsOf(doc, ids), current, doc.kind)) {
      editor.say(undecidedInWords(nReviews), 'warn');
      return;
    }
    standIn(ids);
    if (!editor.do(settle(doc, ids, chosen && compose(current, chosen), reason))) return;
    forgetReason();
    const from = fromWhom(doc, ids, current, chosen);
    const left = open.filter((region) => region !== current);
    const next =
      after(
        current,
        left.filter((region) => matching.includes(region)),
      ) ?? after(current, left);
    editor.say(`Region ${current.number} settled${from ? `: took ${from}` : ''}. ${openInWords(left.length)}`);
    if (next) at.activate(next.number);
    else {
      at.activate(current.number);
      onAllSettled();
    }
  };
  const acceptMajority = () => {
    const most = current && majority(current);
    if (most === null) editor.say('The reviews have no majority here.', 'warn');
    else if (most !== undefined) take(most, 'or Shift Enter');
  };
  const edit = (what: EditAt = 'row') => {
    if (!current || locked || !onEdit) return;
    standIn(idsOf(current.number));
    if (choice) {
      if (!editor.do(leftOpen(settle(doc, idsOf(current.number), compose(current, choice), reason)))) return;
      forgetReason();
    }
    const row = place(editor.state.doc, regions).rows.get(current.number)?.[0];
    if (row) onEdit(current.number, row, what);
  };
  const flag = () => {
    if (!current || locked) return;
    const ids = idsOf(current.number);
    standIn(ids);
    const is = ids.some((id) => rowOf(doc, id).flagged);
    editor.do(gestures.set(doc, 'flag', ids, { flagged: !is }));
  };
  const mark = () => {
    if (locked) return;
    if (open.length > 0) editor.say(openInWords(open.length), 'warn');
    else editor.do(gestures.submit(doc, false));
  };
  const acts = { take, switchPart, switchNth, accept, acceptMajority, edit, flag, mark };
  return { ...at, ...acts, locked, choice, reason, setReason };
}

export type Regions = ReturnType<typeof useRegions>;

/** The reason of a region: the one that its rows have, until another is typed, which is kept until it is saved with them. */
function useReason(editor: Editor, ids: readonly string[]) {
  const { doc, info } = editor.state;
  const [typed, setTyped] = useTyped(`lectern.reason.${info.id}.${info.reader.id}.${ids[0]}`);
  const saved = ids.map((id) => rowOf(doc, id).decision_reason).find((text) => text) ?? '';
  return {
    reason: typed ?? saved,
    setReason: (text: string) => setTyped(text === saved ? undefined : text),
    forgetReason: () => setTyped(undefined),
  };
}

/** The first review of those that say the same, "B, C"; A where none does. */
function firstOf(same: string): number {
  return Math.max(0, letters.indexOf((same.split(',')[0] || 'A') as (typeof letters)[number]));
}

/** The next of them, or the first. */
function after(current: Region, regions: readonly Region[]): Region | undefined {
  return regions.find((region) => region.number > current.number) ?? regions[0];
}

/** A result that stays open while it is edited: the rows that it labels in the end are proposed. */
function leftOpen(settled: Gesture): Gesture {
  if (isRefusal(settled)) return settled;
  const { steps } = settled.operation;
  const rows = [...new Set(steps.flatMap((step) => (step.type === 'set' ? (step.rows ?? []) : [])))];
  const all: typeof steps = [...steps, { type: 'set', rows, fields: { status: 'proposed' } }];
  return { ...settled, operation: { ...settled.operation, steps: all } };
}

const noRows: readonly string[] = [];

/** Where one is among the regions, which of them are shown, and which agreed rows are unfolded. `onLeave`: one goes on. */
function useRegionPlace(editor: Editor, regions: readonly Region[], shown: RegionFilter, onLeave: () => void) {
  const doc = useStore(editor.store, (state) => state.doc);
  const placed = useMemo(() => place(doc, regions), [doc, regions]);
  const [active, setActive] = useState<number | null>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const idsOf = (number: number) => placed.rows.get(number) ?? noRows;
  const isOpen = (region: Region) => !isSettled(doc, idsOf(region.number));
  const factsOf = (region: Region) => ({
    isOpen: isOpen(region),
    isFlagged: idsOf(region.number).some((id) => rowOf(doc, id).flagged),
    hasFindings: hasFindings(doc, region, isOpen(region) ? null : idsOf(region.number).map((id) => rowOf(doc, id))),
  });
  const open = regions.filter(isOpen);
  const matching = regions.filter((region) => shown.matches(region, factsOf(region)));
  const current =
    regions.find((region) => region.number === active) ??
    matching.find(isOpen) ??
    // Where the filter shows none, there is none for keys to decide unseen.
    matching[0] ??
    null;
  // The region that one is at stays in sight, whatever the filter says.
  const blocks = blocksOf(placed, new Set<Region | null>([...matching, active === null ? null : current]));

  const activate = (number: number) => {
    setActive(number);
    onLeave();
  };
  const back = () => {
    const row = editor.state.active;
    const region = regions.find(({ number }) => row !== null && idsOf(number).includes(row));
    if (region && region !== current) activate(region.number);
  };
  useTurnedBack(editor, back);
  const step = (by: 1 | -1) => {
    const at = current?.number ?? 0;
    const next =
      by > 0 ? matching.find((region) => region.number > at) : matching.findLast((region) => region.number < at);
    if (next) activate(next.number);
    else editor.say(by > 0 ? 'This is the last region.' : 'This is the first region.');
  };
  const unfold = (folds: readonly string[], isOpen: boolean) =>
    setUnfolded((before) => {
      const after = new Set(before);
      for (const fold of folds) {
        if (isOpen) after.add(fold);
        else after.delete(fold);
      }
      return after;
    });
  const unfoldAround = () => {
    const folds = foldsAround(blocks, current);
    unfold(folds, !folds.every((fold) => unfolded.has(fold)));
  };
  /** To a region or an agreed row, by a row's number or a time. Returns what is wrong with the text. */
  const goTo = (text: string): string | null => {
    const id = rowAt(doc, text);
    const wrong = id ? null : `“${text}” is not a ${isTimed(doc) ? 'time' : 'row number'}.`;
    if (wrong) editor.say(wrong, 'warn');
    if (!id) return wrong;
    const region = regions.find(({ number }) => idsOf(number).includes(id));
    if (region) activate(region.number);
    else {
      const block = placed.blocks.find((one) => 'agreed' in one && one.agreed.includes(id));
      if (block && 'agreed' in block) unfold([block.agreed[0] as string], true);
      requestAnimationFrame(() =>
        document.querySelector(`[data-row="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'center' }),
      );
    }
    return null;
  };
  return {
    doc,
    idsOf,
    isOpen,
    factsOf,
    open,
    matching,
    current,
    blocks,
    unfolded,
    activate,
    /** Where nothing else is chosen, one is at the first open region that is shown. */
    toFirst: () => setActive(null),
    step,
    unfold,
    unfoldAround,
    goTo,
  };
}

/** `back`: the editor has come to the row where an edit was made that was undone or redone. */
function useTurnedBack(editor: Editor, back: () => void) {
  const latest = useRef(back);
  useEffect(() => {
    latest.current = back;
  });
  const { n } = useStore(editor.store, (state) => state.scroll);
  const known = useRef(n);
  useEffect(() => {
    if (known.current === n) return;
    known.current = n;
    latest.current();
  }, [n]);
}
