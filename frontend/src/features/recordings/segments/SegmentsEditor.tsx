import { lazy, Suspense, useState } from 'react';
import { ErrorNote } from '@/ui/ErrorNote';
import { KeyLine } from '@/ui/Keys';
import { usePeaks } from '../pass/requests';
import { anywhere, changing, moving } from './keys';
import type { StoredSegments } from './requests';
import { SegmentList } from './SegmentList';
import classes from './Segments.module.css';
import { SegmentsHead } from './SegmentsHead';
import { Tools } from './Tools';
import { useSegmentsEditor } from './useSegmentsEditor';
import { useSegmentsKeys } from './useSegmentsKeys';
import { Wave } from './Wave';

// What is seldom asked for is not part of a first visit.
const ClipsPart = lazy(async () => ({ default: (await import('./ClipsPart')).ClipsPart }));
const KeySheet = lazy(async () => ({ default: (await import('./KeySheet')).KeySheet }));
const SavedMeanwhile = lazy(async () => ({ default: (await import('./SavedMeanwhile')).SavedMeanwhile }));

interface SegmentsEditorProps {
  slug: string;
  document: number;
  stored: StoredSegments;
  mayCut: boolean;
  mayChange: boolean;
  isNarrow: boolean;
  onCut: () => void;
}

/** Segments one by one: the wave around the active one, what is said in each, and the clips of all. */
export function SegmentsEditor({ slug, document, stored, mayCut, mayChange, isNarrow, onCut }: SegmentsEditorProps) {
  const { peaks, ask } = usePeaks(document);
  const editor = useSegmentsEditor({ document, stored, measured: peaks.data?.seconds ?? 0 });
  const [isSheetOpen, setSheetOpen] = useState(false);
  const canEdit = mayChange && !isNarrow;
  useSegmentsKeys(editor, canEdit, () => setSheetOpen(true));
  const { saving } = editor;
  return (
    <SegmentsHead
      slug={slug}
      document={document}
      stored={stored}
      editor={editor}
      mayCut={mayCut}
      canEdit={canEdit}
      onCut={onCut}
    >
      {saving.error !== null && <ErrorNote error={saving.error} onRetry={() => void saving.save()} />}
      <Suspense>
        {saving.theirs && <SavedMeanwhile theirs={saving.theirs} mine={editor.segments} onResolve={saving.resolve} />}
      </Suspense>
      {stored.has_newer && (
        <p className={classes.note}>This transcript has a newer version, which has segments of its own.</p>
      )}
      {mayChange && !canEdit && <p className={classes.note}>Edit on a larger screen.</p>}
      <Wave
        editor={editor}
        peaks={peaks.data}
        onAsk={ask.isIdle && mayChange ? () => ask.mutate() : undefined}
        canEdit={canEdit}
      />
      <Tools editor={editor} canEdit={canEdit} />
      <SegmentList editor={editor} language={stored.language} />
      <div className={classes.keys}>
        <KeyLine of={[...moving, ...(canEdit ? changing : []), ...anywhere]} />
      </div>
      <Suspense>
        <ClipsPart document={document} mayMake={mayCut} isSaved={saving.isSaved} />
      </Suspense>
      <Suspense>{isSheetOpen && <KeySheet canEdit={canEdit} onClose={() => setSheetOpen(false)} />}</Suspense>
    </SegmentsHead>
  );
}
