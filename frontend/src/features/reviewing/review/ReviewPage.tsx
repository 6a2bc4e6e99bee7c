import { lazy, Suspense, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { Notice } from '@/ui/Notice';
import { keepingAnswers, openReview } from './editor/copies';
import { Editor } from './editor/editor';
import { atOnce } from './editor/searching';
import { transportOf } from './editor/transport';
import { EditorProvider } from './frame/context';
import { Opening } from './frame/Opening';
import { Review } from './frame/Review';
import { viewFromParams } from './model/filters';
import type { ReviewInfo } from './model/types';
import { openStorage } from './sending/storage';

// In one file with the editor that it is done in: shared by two, most of the editor would be loaded with other pages.
export { TrainingPage } from './trainingRounds/TrainingPage';

/** Adjudicators only need it. */
const Adjudication = lazy(async () => ({ default: (await import('./adjudicate/Adjudication')).Adjudication }));

/** Opens a review: its head is shown as soon as it is here, then its rows and what this device has kept of it. */
export function ReviewPage() {
  const id = Number(useParams().id);
  const [attempt, setAttempt] = useState(0);
  const [editor, setSession] = useState<Editor | null>(null);
  const [info, setInfo] = useState<ReviewInfo | null>(null);
  const [error, setError] = useState<unknown>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for another try
  useEffect(() => {
    const abort = new AbortController();
    let opened: Editor | null = null;
    const open = async () => {
      const transport = keepingAnswers(id, transportOf(id));
      const show = (head: ReviewInfo) => {
        if (!abort.signal.aborted) setInfo(head);
      };
      const [{ info, content, answers }, storage] = await Promise.all([
        openReview(id, transport, abort.signal, show),
        openStorage(),
      ]);
      if (abort.signal.aborted) return;
      const params = new URLSearchParams(globalThis.location.search);
      opened = new Editor(info, content, transport, storage, atOnce(viewFromParams(params)), params.get('row'));
      // Whoever was asked something comes to read it.
      if (globalThis.location.hash === '#comments') opened.set({ helper: 'comments', helperOpen: true });
      for (const answer of answers) opened.exchange.hear(answer);
      await opened.exchange.start();
      if (!abort.signal.aborted) setSession(opened);
    };
    setError(null);
    setSession(null);
    setInfo(null);
    open().catch((reason: unknown) => {
      if (!abort.signal.aborted) setError(reason);
    });
    return () => {
      abort.abort();
      opened?.close();
    };
  }, [id, attempt]);

  if (error) {
    return (
      <Notice
        title="Couldn’t open the review"
        failed={{ error, refetch: () => setAttempt(attempt + 1) }}
        out={['/', 'All projects']}
      />
    );
  }
  if (!editor) return <Opening info={info} />;
  return (
    <EditorProvider value={editor}>
      {editor.state.info.kind === 'adjudication' && editor.state.info.can_edit ? (
        <Suspense fallback={<Opening info={info} />}>
          <Adjudication />
        </Suspense>
      ) : (
        <Review />
      )}
    </EditorProvider>
  );
}
