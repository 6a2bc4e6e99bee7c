import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { Got } from '@/api/types';
import classes from './Passages.module.css';
import type { PassagesEditorState } from './usePassagesEditor';

interface PaperListProps {
  editor: PassagesEditorState;
  text: Got<'DocumentText'>;
  language: string;
  canAnswer: boolean;
}

/** The sentences of the paper, with the numbers of what is proposed at the open place; a click adds one. */
export function PaperList({ editor, text, language, canAnswer }: PaperListProps) {
  const { units, sections } = text;
  const { candidates, cursor } = editor;
  const numbers = useMemo(
    () => new Map(candidates.map(({ sentence, answer }, index) => [sentence, { number: index + 1, answer }])),
    [candidates],
  );
  const chosen = cursor ?? candidates[editor.at.candidate]?.sentence ?? null;
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: units.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 46,
    overscan: 8,
  });
  useEffect(() => {
    if (chosen !== null) virtual.scrollToIndex(chosen, { align: 'center' });
  }, [chosen, virtual]);
  return (
    <div className={classes.sentences} ref={frame} data-field="paper">
      <div style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const unit = units[index];
          if (!unit) return null;
          const mark = numbers.get(index);
          const isFirst = unit.section !== null && unit.section !== units[index - 1]?.section;
          const heading = isFirst && unit.section !== null ? sections[unit.section]?.heading : '';
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={classes.place}
              style={{ transform: `translateY(${start}px)` }}
            >
              {heading && <h2 className={classes.heading}>{heading}</h2>}
              <button
                type="button"
                className={classes.paperRow}
                aria-current={index === chosen || undefined}
                data-cursor={index === cursor || undefined}
                disabled={!canAnswer}
                onClick={() => editor.toSentence(index)}
                onDoubleClick={() => editor.add(index)}
              >
                <span className="num">{index + 1}</span>
                <span lang={language || undefined} dir="auto">
                  {unit.text}
                </span>
                {mark && (
                  <b className={classes.circle} data-answer={String(mark.answer)}>
                    {mark.number}
                  </b>
                )}
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}
