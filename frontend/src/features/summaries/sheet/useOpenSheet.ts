/** A summary as one reads it: its length, order and comparison from the address, the sentence one is at, and its keys. */

import { useMemo, useState } from 'react';
import { type Excerpt, type Sheet, useJudge, useSheet } from '@/features/summaries/requests/summaries';
import { summaryOf } from '@/lib/summary';
import { usePageKeys } from '@/lib/usePageKeys';
import { keyOf, othersOf } from './ComparePart';
import { keys, stepFrom } from './keys';
import {
  changesOf,
  compare,
  excerptsBySentence,
  linesByRank,
  linesOf,
  paperOf,
  ranksOf,
  setsOf,
  toJudge,
} from './model';
import { type Preset, presetsOf, usePlace } from './place';
import { usePlayer } from './usePlayer';

/** `sentences`: the default length of a summary. */
export function useOpenSheet(sheet: Sheet, sentences: number) {
  const [place, go] = usePlace(sentences);
  const [current, setCurrent] = useState<number | null>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const judge = useJudge(sheet.review?.id ?? 0);
  const player = usePlayer(sheet.media);
  const there = useSheet(place.against);

  const paper = useMemo(() => paperOf(sheet), [sheet]);
  const excerpts = useMemo(() => excerptsBySentence(sheet), [sheet]);
  const presets = presetsOf(sentences, sheet.abstract.length > 0);
  // An address may ask for what this paper cannot give.
  const length =
    place.length.kind === 'hybrid' && sheet.abstract.length === 0 ? (presets[1] as Preset).length : place.length;
  const chosen = useMemo(() => summaryOf(paper, length), [paper, length]);
  const ranks = useMemo(() => ranksOf(paper, chosen), [paper, chosen]);
  const others = othersOf(sheet);
  const comparison = useMemo(
    () => (place.against && there.data ? compare(paper, paperOf(there.data), length) : null),
    [place.against, there.data, paper, length],
  );
  const changes = useMemo(() => changesOf(comparison), [comparison]);
  const sets = setsOf(sheet, excerpts, chosen, changes);
  const shown = new Set(place.show === 'spoken' ? [...sets.spoken, ...chosen, ...changes.keys()] : sets[place.show]);
  const lines = place.byRank
    ? linesByRank(paper.words, chosen, shown)
    : linesOf(sheet, shown, unfolded, place.show === 'spoken');
  const positions = lines.flatMap((line) => (line.kind === 'sentence' ? [line.position] : []));

  const canJudge = sheet.review?.can_judge ?? false;
  const say = (about: readonly Excerpt[], right: boolean) => {
    const rows = about.flatMap(({ row, version }) => (row && version !== null ? [{ row, version }] : []));
    if (canJudge && rows.length > 0) judge.mutate({ rows, right });
  };
  const ofCurrent = current === null ? [] : (excerpts.get(current) ?? []);
  const move = (by: 1 | -1) => {
    const next = stepFrom(positions, current, by);
    if (next !== undefined) setCurrent(next);
  };
  const lengthen = (by: 1 | -1) => go({ length: { kind: 'sentences', n: Math.max(1, chosen.length + by) } });
  usePageKeys(keys, {
    next: () => move(1),
    previous: () => move(-1),
    right: () => say(toJudge(ofCurrent), true),
    wrong: () => say(toJudge(ofCurrent), false),
    play: () => ofCurrent[0] && player.play(ofCurrent[0].spoken),
    longer: () => lengthen(1),
    shorter: () => lengthen(-1),
    preset: (nth) => presets[nth] && go({ length: (presets[nth] as Preset).length }),
    compare: () => {
      const at = others.findIndex(({ what }) => keyOf(what) === keyOf(place.against));
      go({ against: others[at + 1]?.what ?? null });
    },
    unfold: () => go({ show: place.show === 'all' ? 'spoken' : 'all' }),
  });

  return {
    place,
    go,
    paper,
    excerpts,
    presets,
    length,
    chosen,
    ranks,
    others,
    there,
    comparison,
    changes,
    sets,
    lines,
    nothing: positions.length === 0,
    current,
    setCurrent,
    unfold: (from: number) => setUnfolded(new Set([...unfolded, from])),
    canJudge,
    say,
    play: player.play,
    trouble: judge.error ?? player.trouble,
  };
}

export type OpenedSheet = ReturnType<typeof useOpenSheet>;
