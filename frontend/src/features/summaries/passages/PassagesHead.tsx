import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import type { PairDetail } from '@/api/types';
import { plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { DialogButton } from '@/ui/DialogButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { SaveState } from '@/ui/large/SaveState';
import { Page } from '@/ui/Page';
import { UndoRedo } from '@/ui/UndoRedo';
import { keys } from './keys';
import classes from './Passages.module.css';
import { type PairPassages, useRemovePassages } from './requests';
import type { PassagesEditorState } from './usePassagesEditor';

const FindForm = lazy(async () => ({ default: (await import('./FindForm')).FindForm }));

interface PassagesHeadProps {
  slug: string;
  pair: PairDetail;
  stored: PairPassages;
  editor: PassagesEditorState;
  mayFind: boolean;
  canAnswer: boolean;
  children: ReactNode;
}

/** The page of passages, with how far they are, whether they are saved, and what can be done with all of them. */
export function PassagesHead({ slug, pair, stored, editor, mayFind, canAnswer, children }: PassagesHeadProps) {
  const { places, saving, shown } = editor;
  const remove = useRemovePassages(pair.id);
  const unit = stored.passages?.per ?? 'span';
  const { error, isSaved, isSaving, savedAt } = saving;
  return (
    <Page
      title="Passages"
      fills
      above={<Link to={`/p/${slug}/pairs/${pair.id}`}>{pair.title}</Link>}
      lead={`${shown.open.length} of ${plural(places.length, unit)} open`}
      actions={
        <>
          {canAnswer && (
            <>
              <SaveState {...{ error, isSaved, isSaving, savedAt }} isRefused={false} />
              <UndoRedo keys={keys} editor={editor} />
            </>
          )}
          {mayFind && (
            <>
              <DialogButton verb="Find again…" title="Find passages again" disabled={!isSaved}>
                {(close) => (
                  <Suspense>
                    <FindForm pair={pair.id} stored={stored} onDone={close} />
                  </Suspense>
                )}
              </DialogButton>
              <AskFirst
                verb="Remove"
                label="Remove the passages"
                question="Remove the passages with what people said of them?"
                yes="Remove passages"
                isPending={remove.isPending}
                onYes={() => remove.mutate()}
              />
            </>
          )}
        </>
      }
    >
      {remove.isError && <ErrorNote error={remove.error} />}
      {stored.passages?.error && (
        <p className={classes.note} role="alert">
          They could not be found again: {stored.passages.error} What there was stays.
        </p>
      )}
      {children}
    </Page>
  );
}
