import { lazy, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { usePair } from '@/api/pairs';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { isLive } from '@/api/work';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { Page, Part } from '@/ui/Page';
import { searchOf } from './model';
import { PassagesEditor } from './PassagesEditor';
import { usePassages, useRemovePassages } from './requests';

// Passages are found once: its code is not part of a first visit.
const FindForm = lazy(async () => ({ default: (await import('./FindForm')).FindForm }));

/** Which sentences of the paper belong to each slide or span of the talk. */
export function PassagesPage() {
  const { slug = '', pairId } = useParams();
  const number = Number(pairId);
  const pair = usePair(number);
  const found = usePassages(number);
  const role = useProject(slug).data?.role;
  const remove = useRemovePassages(number);
  if (pair.isPending || found.isPending) return <Loading what="the passages" />;
  if (!pair.data || !found.data) {
    return (
      <Notice
        title="No passages here"
        failed={{ error: pair.error ?? found.error, refetch: found.refetch }}
        out={[`/p/${slug}/pairs`, 'All pairs']}
      />
    );
  }
  const { passages, refusal } = found.data;
  const mayFind = may(role, 'pairs', 'find_passages');
  if (passages && passages.places.length > 0 && !isLive(passages)) {
    return (
      <PassagesEditor
        // What was found anew is another editor, with its own undo.
        key={searchOf(passages)}
        slug={slug}
        pair={pair.data}
        stored={found.data}
        found={passages}
        mayFind={mayFind}
        mayAnswer={may(role, 'pairs', 'answer_passages')}
      />
    );
  }
  return (
    <Page
      title="Passages"
      above={<Link to={`/p/${slug}/pairs/${number}`}>{pair.data.title}</Link>}
      lead="Which sentences of the paper belong to each slide or span of the talk."
    >
      <Part title="Find passages">
        {remove.isError && <ErrorNote error={remove.error} />}
        {passages && isLive(passages) ? (
          <>
            <p>
              <progress value={passages.progress} max={1} aria-label="Passages are being found" /> {passages.message}{' '}
              You can leave this page.
            </p>
            {mayFind && (
              <AskFirst
                verb="Cancel"
                label="Stop finding passages"
                question="Stop finding passages?"
                yes="Stop"
                no="Go on"
                isPending={remove.isPending}
                onYes={() => remove.mutate()}
              />
            )}
          </>
        ) : (
          <>
            {passages?.error && <p role="alert">{passages.error}</p>}
            {refusal && <p>{refusal}</p>}
            {!refusal && !mayFind && <p className="soft">No passages have been found yet.</p>}
            <Suspense>{!refusal && mayFind && <FindForm pair={number} stored={found.data} />}</Suspense>
          </>
        )}
      </Part>
    </Page>
  );
}
