import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import type { DeckPage } from '@/api/decks';
import type { DocumentUnit, PairDetail } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';
import { KeyLine } from '@/ui/Keys';
import { ActivePart } from './ActivePart';
import { Head } from './Head';
import { anywhere, changing, comparing, likely, moving } from './keys';
import { stepsOf } from './model';
import type { StoredTimeline } from './requests';
import { StretchList } from './StretchList';
import { rivalsOf, type Seen, seenAt } from './seen';
import classes from './Timeline.module.css';
import { useHeld } from './useHeld';
import { useTimelineEditor } from './useTimelineEditor';
import { useTimelineKeys } from './useTimelineKeys';
import { ZoomedStrip } from './ZoomedStrip';

// What is seldom asked for is not part of a first visit.
const KeySheet = lazy(async () => ({ default: (await import('./KeySheet')).KeySheet }));
const KindDialog = lazy(async () => ({ default: (await import('./KindDialog')).KindDialog }));
const SavedMeanwhile = lazy(async () => ({ default: (await import('./SavedMeanwhile')).SavedMeanwhile }));

interface TimelineEditorProps {
  slug: string;
  pair: PairDetail;
  stored: StoredTimeline;
  pages: readonly DeckPage[];
  /** Of the deck: what its pages say. */
  texts: readonly DocumentUnit[];
  /** Of the talk. */
  units: readonly DocumentUnit[];
  mayChange: boolean;
  canEdit: boolean;
  /** How far the search of a recording is. */
  search: ReactNode;
  /** What it saw. */
  seen: Seen | undefined;
}

/** A timeline, stretch by stretch: the page large with what was said, all stretches beside it, the whole talk below. */
export function TimelineEditor({
  slug,
  pair,
  stored,
  pages,
  texts,
  units,
  mayChange,
  canEdit,
  search,
  seen,
}: TimelineEditorProps) {
  const stepOf = useMemo(() => stepsOf(pages), [pages]);
  const rivals = useMemo(() => rivalsOf(seen), [seen]);
  const editor = useTimelineEditor({ pair: pair.id, stored, units, nPages: pages.length, stepOf, rivals });
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [asksKind, setAsksKind] = useState(false);
  const [isOverlaid, overlay] = useHeld();
  const numberField = useRef<HTMLInputElement>(null);
  const { timeline, active, position, length, saving } = editor;
  const stretch = timeline.stretches[active];
  const seenHere = seenAt(seen, Math.max(position, stretch?.start ?? 0));
  const candidates = seenHere?.candidates ?? [];
  const frame = seenHere?.frame ?? null;
  const noSlide = () => (stretch?.page === 0 ? setAsksKind(true) : editor.setPage(0));
  useTimelineKeys({
    editor,
    canEdit,
    candidates,
    field: numberField,
    sheet: () => setSheetOpen(true),
    overlay: frame === null ? undefined : overlay,
    noSlide,
  });
  if (!stretch) return null;
  return (
    <Head slug={slug} pair={pair} stored={stored} editor={editor} mayChange={mayChange} canEdit={canEdit}>
      {search}
      {saving.error !== null && <ErrorNote error={saving.error} onRetry={() => void saving.save()} />}
      <Suspense>
        {saving.theirs && <SavedMeanwhile theirs={saving.theirs} mine={timeline} onResolve={saving.resolve} />}
      </Suspense>
      {mayChange && !canEdit && <p className={classes.note}>Edit on a larger screen.</p>}
      <div className={classes.work} data-seen={seen !== undefined || undefined}>
        <ActivePart
          {...{ pair, pages, texts, units, editor, stepOf, candidates, frame, isOverlaid, noSlide, canEdit }}
          stretch={stretch}
          field={numberField}
        />
        <StretchList {...{ editor, pages, stepOf, rivals }} language={pair.source.language} />
      </div>
      <ZoomedStrip
        timeline={timeline}
        length={length}
        doubtful={editor.shown.doubtful}
        active={active}
        position={position}
        onSeek={editor.seek}
        onMoveStart={canEdit ? (index, by) => editor.moveStart(by, index) : undefined}
        seen={seen}
        pair={pair.id}
        stepOf={stepOf}
      />
      <div className={classes.keys}>
        <KeyLine
          of={[
            ...moving,
            ...(canEdit ? changing : []),
            ...(canEdit && candidates.length ? likely : []),
            ...(frame === null ? [] : comparing),
            ...anywhere,
          ]}
        />
      </div>
      <Suspense>
        {asksKind && (
          <KindDialog kind={stretch.kind ?? null} onChoose={editor.setKind} onClose={() => setAsksKind(false)} />
        )}
        {isSheetOpen && <KeySheet onClose={() => setSheetOpen(false)} canEdit={canEdit} />}
      </Suspense>
    </Head>
  );
}
