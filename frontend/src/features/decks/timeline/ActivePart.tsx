import { type RefObject, Suspense } from 'react';
import { type DeckPage, stepWords } from '@/api/decks';
import type { DocumentUnit, PairDetail } from '@/api/types';
import { ActiveStretch } from './ActiveStretch';
import { Candidates, FrameOver, MatchPoints, SeenFrame } from './laterSeen';
import { endOf, type StepOf, type Stretch, saidBetween, textOf, timeWords } from './model';
import { Said } from './Said';
import type { Candidate } from './seen';
import classes from './Timeline.module.css';
import { Tools } from './Tools';
import type { TimelineEditorState } from './useTimelineEditor';
import { useSharedWords } from './wordsSaid';

interface ActivePartProps {
  pair: PairDetail;
  pages: readonly DeckPage[];
  /** Of the deck: what its pages say. */
  texts: readonly DocumentUnit[];
  /** Of the talk. */
  units: readonly DocumentUnit[];
  editor: TimelineEditorState;
  stretch: Stretch;
  stepOf: StepOf;
  /** What a search saw of the stretch: none where there was none. */
  candidates: readonly Candidate[];
  /** The second of the frame that it kept. */
  frame: number | null;
  isOverlaid: boolean;
  field: RefObject<HTMLInputElement | null>;
  noSlide: () => void;
  canEdit: boolean;
}

/** All about the active stretch: its page with the frame, what else it could be, what can be done, what was said. */
export function ActivePart(props: ActivePartProps) {
  const { pair, pages, texts, units, editor, stretch, stepOf, candidates, frame, noSlide, canEdit } = props;
  const { timeline, active, position, length } = editor;
  const language = pair.source.language;
  const end = endOf(timeline, active, length);
  const text = textOf(texts, stretch.page);
  const shared = useSharedWords(text, language, pair.target.language);
  const shown = candidates.find(({ page }) => page > 0 && page === stretch.page);
  return (
    <div className={classes.active}>
      <ActiveStretch
        stretch={stretch}
        end={end}
        which={[timeWords(editor.times[active] ?? null), stepWords(stepOf(stretch.page))].filter(Boolean).join(', ')}
        {...{ pages, text, language }}
        frame={
          frame !== null && (
            <Suspense>
              <SeenFrame key={frame} pair={pair.id} second={frame} />
            </Suspense>
          )
        }
        over={frame !== null && <Suspense>{props.isOverlaid && <FrameOver pair={pair.id} second={frame} />}</Suspense>}
        points={
          frame !== null && (
            <Suspense>
              {shown && !props.isOverlaid && <MatchPoints key={`${frame} ${shown.page}`} candidate={shown} />}
            </Suspense>
          )
        }
      />
      <Suspense>
        {candidates.length > 0 && (
          <Candidates
            {...{ candidates, pages, stepOf, language }}
            page={stretch.page}
            onChoose={canEdit ? (page) => (page === 0 ? noSlide() : editor.setPage(page)) : undefined}
          />
        )}
      </Suspense>
      {canEdit && <Tools editor={editor} nPages={pages.length} field={props.field} onNoSlide={noSlide} />}
      <p className={classes.why} role="status">
        {editor.why}
      </p>
      <Said
        said={saidBetween(units, stretch.start, end)}
        hasTimes={units.some(({ start_seconds }) => start_seconds !== null)}
        position={position}
        language={pair.target.language}
        shared={shared}
        onSeek={editor.seek}
      />
    </div>
  );
}
