import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PairDetail } from '@/api/types';
import { plural } from '@/lib/format';
import { useChooseParams } from '@/lib/useChooseParams';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { SaveState } from '@/ui/large/SaveState';
import { Page } from '@/ui/Page';
import { UndoRedo } from '@/ui/UndoRedo';
import { keys } from './keys';
import { NewerPair } from './NewerPair';
import { type StoredTimeline, useRemoveTimeline } from './requests';
import type { TimelineEditorState } from './useTimelineEditor';

interface HeadProps {
  slug: string;
  pair: PairDetail;
  stored: StoredTimeline;
  editor: TimelineEditorState;
  mayChange: boolean;
  canEdit: boolean;
  children: ReactNode;
}

/** The page of a timeline, with where it comes from, whether it is saved, and what can be done with all of it. */
export function Head({ slug, pair, stored, editor, mayChange, canEdit, children }: HeadProps) {
  const { saving, timeline } = editor;
  const { doubtful } = editor.shown;
  const remove = useRemoveTimeline(pair.id);
  const choose = useChooseParams();
  return (
    <Page
      title="Timeline"
      above={<Link to={`/p/${slug}/pairs/${pair.id}`}>{pair.title}</Link>}
      lead={[
        plural(timeline.stretches.length, 'stretch', 'stretches'),
        ...(doubtful.length > 0 ? [`${doubtful.length} doubtful`] : []),
        originWords(stored),
      ].join(', ')}
      actions={
        <>
          {canEdit && (
            <>
              <SaveState {...saving} isRefused={saving.theirs !== null} />
              <UndoRedo keys={keys} editor={editor} />
            </>
          )}
          {mayChange && (
            <>
              <Button disabled={!saving.isSaved} onClick={() => choose({ from: 'csv' }, { preventScrollReset: false })}>
                Replace by a CSV…
              </Button>
              <Button
                disabled={!saving.isSaved}
                onClick={() => choose({ from: 'recording' }, { preventScrollReset: false })}
              >
                Find in a recording…
              </Button>
              <AskFirst
                verb="Remove"
                label="Remove the timeline"
                question="Remove the timeline? Runs and reviews stay."
                yes="Remove timeline"
                isPending={remove.isPending}
                onYes={() => remove.mutate()}
              />
            </>
          )}
        </>
      }
    >
      <NewerPair slug={slug} pair={pair} />
      {remove.isError && <ErrorNote error={remove.error} />}
      {children}
    </Page>
  );
}

function originWords({ origin, file_name, changed_by }: StoredTimeline): string {
  const by = changed_by?.name || changed_by?.username;
  if (origin === 'found') return `found in ${file_name}`;
  if (origin === 'file') return `from ${file_name}`;
  return by ? `set by ${by}` : 'set by hand';
}
