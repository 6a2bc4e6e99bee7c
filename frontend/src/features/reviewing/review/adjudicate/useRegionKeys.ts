/** Has the keys of the regions do what they say, and says which they are. */

import { useEffect, useMemo, useRef } from 'react';
import { isMac, listenForChords } from '@/lib/chords';
import { run } from '../editor/commands';
import type { Editor } from '../editor/editor';
import { useReview } from '../frame/context';
import { typing } from '../keys/dispatch';
import { type RegionActions, type RegionKeyId, regionKeys, regionKeyText, regionMap } from './keys';
import { partsOf } from './model';
import type { Regions } from './useRegions';

/** The key of something in the regions, in words; empty where the person has none for it. */
export function useRegionKeyText(): (id: RegionKeyId) => string {
  const settings = useReview((state) => state.keys);
  return (id) => regionKeyText(id, settings, isMac());
}

export function useRegionKeys(editor: Editor, regions: Regions, onHelp: () => void): void {
  const actions = actionsOf(editor, regions, onHelp);
  const settings = useReview((state) => state.keys);
  const map = useMemo(() => regionMap(settings), [settings]);
  const latest = useRef({ actions, map });
  useEffect(() => {
    latest.current = { actions, map };
  });
  useEffect(
    () =>
      listenForChords((chord, event, target) => {
        if (target?.closest('[role=dialog]')) return;
        const id = latest.current.map.get(chord);
        if (target?.matches(typing)) {
          // In the field of the reason, Enter accepts and Escape leaves.
          if (!target.matches('[data-field=decision-reason]')) return;
          if (id !== 'accept' && id !== 'mark' && chord !== 'Escape') return;
          (target as HTMLElement).blur();
          if (chord === 'Escape') return;
        }
        // A button that holds the focus is pressed by Enter.
        if (chord === 'Enter' && target?.matches('button')) return;
        if (!id || (event.repeat && !regionKeys[id].repeats)) return;
        event.preventDefault();
        regionKeys[id].act(latest.current.actions);
      }),
    [],
  );
}

function actionsOf(editor: Editor, regions: Regions, onHelp: () => void): RegionActions {
  const { doc, current, idsOf } = regions;
  return {
    take: regions.take,
    part: (n) => {
      const part = current && partsOf(current)[n];
      if (part) regions.switchPart(part);
    },
    accept: () => regions.accept(),
    majority: regions.acceptMajority,
    edit: () => regions.edit(),
    comment: () => regions.edit('comments'),
    paper: () => doc.kind === 'paper_talk' && regions.edit('paper'),
    goTo: () => focusField('go-to'),
    unfold: regions.unfoldAround,
    help: onHelp,
    step: regions.step,
    reason: () => focusField('decision-reason'),
    flag: regions.flag,
    undo: () => run(editor, 'undo'),
    redo: () => run(editor, 'redo'),
    mark: regions.mark,
    play: () => {
      const row = current && idsOf(current.number)[0];
      if (!row) return;
      editor.moveTo(row, null);
      run(editor, 'play');
    },
  };
}

function focusField(name: string): void {
  document.querySelector<HTMLElement>(`[data-field=${name}]`)?.focus();
}
