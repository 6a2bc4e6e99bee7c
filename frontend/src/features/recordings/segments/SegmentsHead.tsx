import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { about, plural } from '@/lib/format';
import { DialogButton } from '@/ui/DialogButton';
import { SaveState } from '@/ui/large/SaveState';
import { Page } from '@/ui/Page';
import { UndoRedo } from '@/ui/UndoRedo';
import { keys } from './keys';
import type { StoredSegments } from './requests';
import type { SegmentsEditorState } from './useSegmentsEditor';

const CutForm = lazy(async () => ({ default: (await import('./CutForm')).CutForm }));

interface SegmentsHeadProps {
  slug: string;
  document: number;
  stored: StoredSegments;
  editor: SegmentsEditorState;
  mayCut: boolean;
  canEdit: boolean;
  onCut: () => void;
  children: ReactNode;
}

/** The page of segments, with how many there are, whether they are saved, and what can be done with all of them. */
export function SegmentsHead({ slug, document, stored, editor, mayCut, canEdit, onCut, children }: SegmentsHeadProps) {
  const { saving, segments, nSet } = editor;
  const seconds = segments.reduce((sum, { start, end }) => sum + end - start, 0);
  return (
    <Page
      title="Segments"
      above={
        <Link to={`/p/${slug}/documents/${document}`} dir="auto">
          {stored.title}
        </Link>
      }
      lead={`${plural(segments.length, 'segment')}, ${about(seconds)} in all, ${nSet} set by hand`}
      actions={
        <>
          {canEdit && (
            <>
              <SaveState {...saving} isRefused={saving.theirs !== null} />
              <UndoRedo keys={keys} editor={editor} />
            </>
          )}
          {mayCut && (
            <DialogButton verb="Cut again…" title="Cut again by rules" disabled={!saving.isSaved}>
              {(close) => (
                <Suspense>
                  <CutForm
                    document={document}
                    stored={stored}
                    version={saving.version}
                    nSet={nSet}
                    onCut={() => {
                      close();
                      onCut();
                    }}
                  />
                </Suspense>
              )}
            </DialogButton>
          )}
        </>
      }
    >
      {children}
    </Page>
  );
}
