import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { usePassEditor, usePassState } from './context';
import { LineView } from './LineView';
import { type Answers, type Filter, isIn, masksOf } from './model';
import classes from './Pass.module.css';

const none: Answers = new Map();

/** The lines of the talk, of which only those in sight are made. */
export function Lines({ filter }: { filter: Filter }) {
  const editor = usePassEditor();
  const { lines, masks } = editor.pass;
  const { numbers } = editor;
  const { active, answers } = usePassState((state) => ({ active: state.active, answers: state.answers }));
  const code = masks[active]?.code;
  // What a filter does not ask for changes no line: else all would be placed again with each answer.
  const asked = ['all', 'terms', 'differ'].includes(filter) ? none : answers;
  const open = filter === 'all' ? undefined : code;
  const shown = useMemo(
    () =>
      lines.flatMap((line, at) => {
        const own = masksOf(line);
        const isShown =
          filter === 'all' ||
          own.some((mask) => mask === open || isIn(filter, masks[numbers.get(mask) ?? -1], asked.get(mask)));
        return isShown ? [at] : [];
      }),
    [lines, masks, numbers, filter, asked, open],
  );
  const getItemKey = useCallback((row: number) => shown[row] ?? row, [shown]);
  const at = useMemo(
    () => shown.findIndex((number) => masksOf(lines[number] as (typeof lines)[number]).some((mask) => mask === code)),
    [shown, lines, code],
  );
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => frame.current,
    estimateSize: () => (editor.isSecond ? 60 : 38),
    overscan: 6,
    getItemKey,
  });
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);
  return (
    <div className={classes.lines} ref={frame} data-field="lines">
      <div style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const number = shown[index];
          const line = number === undefined ? undefined : lines[number];
          if (!line) return null;
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={classes.place}
              style={{ transform: `translateY(${start}px)` }}
            >
              <LineView line={line} active={index === at ? code : undefined} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
