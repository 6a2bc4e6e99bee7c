import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError } from '@/api/client';
import { useOwnProgress, useOwnTraining, useQueue } from '@/api/queue';
import { usePageKeys } from '@/lib/usePageKeys';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page } from '@/ui/Page';
import { Announcements } from './Announcements';
import { goWords } from './Hero';
import { keys, move } from './keys';
import { heroOf, keptWords } from './model';
import { OwnWork } from './OwnWork';
import classes from './Queue.module.css';
import { QueueContents } from './QueueContents';
import { SkipDialog } from './SkipDialog';
import { TrainingFirst } from './TrainingFirst';
import { type QueueActs, useQueueActs } from './useQueueActs';
import { YouRead } from './YouRead';

/**
 * An annotator's home: the one pair to do now, what was returned, what is claimed, and what comes next.
 *
 * besides : other work of theirs.
 */
export function QueuePage({ besides }: { besides?: ReactNode }) {
  const { slug = '' } = useParams();
  const navigate = useNavigate();
  const guidelines = `/p/${slug}/reviews/guidelines`;
  const queue = useQueue(slug);
  const progress = useOwnProgress(slug).data;
  const training = useOwnTraining(slug).data;
  const isTrainingFirst = training?.standings.some((one) => one.is_required) ?? false;
  const hero = queue.data ? heroOf(queue.data) : null;
  const hasWork = hero !== null && hero.kind !== 'none';
  const acts = useQueueActs(slug, queue.data, hero);
  const firstReturned = queue.data?.slots.find(({ state }) => state === 'returned');
  usePageKeys(keys, {
    next: () => move(1),
    previous: () => move(-1),
    go: hasWork ? acts.go : undefined,
    fix: firstReturned && (() => acts.openPair(firstReturned)),
    skip: hasWork ? acts.askToSkip : undefined,
    guidelines: () => void navigate(guidelines),
  });
  return (
    <Page
      title="Queue"
      guide="annotator#your-queue"
      hasOwnHead
      aside={
        <aside className={classes.aside} aria-label="Your work">
          {besides}
          {queue.data && <YouRead slug={slug} languages={queue.data.languages} />}
          <OwnWork slug={slug} />
        </aside>
      }
    >
      <Announcements slug={slug} />
      {queue.isPending && <Loading what="your queue" />}
      {queue.isError && !queue.data && (
        <CouldNot error={queue.error} slug={slug} onRetry={() => void queue.refetch()} />
      )}
      {queue.data?.is_paused && (
        <p role="status" className="soft" style={{ margin: 24 }}>
          Your work in this project is paused: you get nothing new until an admin ends the pause.
        </p>
      )}
      {training && <TrainingFirst slug={slug} training={training} hasWork={hasWork} />}
      <QueueStatus acts={acts} isEmpty={hero?.kind === 'none'} />
      {queue.data && hero && (
        <QueueContents
          slug={slug}
          queue={queue.data}
          hero={hero}
          progress={progress}
          acts={acts}
          guidelines={guidelines}
          isTrainingFirst={isTrainingFirst}
        />
      )}
      {hasWork && (
        <div className={classes.sticky}>
          <Button variant="filled" size="lg" fullWidth loading={acts.isBusy} onClick={acts.go}>
            {goWords(hero, queue.data?.stopped_at?.number)}
          </Button>
        </div>
      )}
      {acts.skipping && <SkipDialog title={acts.skipping.title} acts={acts} />}
    </Page>
  );
}

function CouldNot({ error, slug, onRetry }: { error: unknown; slug: string; onRetry: () => void }) {
  if (error instanceof ApiError && error.code === 'no_policy') {
    return (
      <section className={classes.hero}>
        <h1>There is no queue here.</h1>
        <p className="soft">
          Reviews aren’t assigned in this project: open any aligned <Link to={`/p/${slug}/pairs`}>pair</Link>.
        </p>
      </section>
    );
  }
  return <ErrorNote error={error} onRetry={onRetry} />;
}

/** The result of the last action on the queue, and its failure. */
function QueueStatus({ acts, isEmpty }: { acts: QueueActs; isEmpty: boolean }) {
  const { given, claiming, undo, isNoneFree, failure } = acts;
  return (
    <>
      <div role="status" className={classes.told}>
        {given && (
          <p>
            <span>
              {given.verb} <b dir="auto">{given.title}</b>.{given.nReviewed > 0 && ` ${keptWords(given.nReviewed)}`}
            </span>
            <Button loading={claiming !== null} onClick={() => undo(given)}>
              Undo
            </Button>
          </p>
        )}
        {isNoneFree && isEmpty && <p>No pair is free right now.</p>}
      </div>
      {failure && (
        <div className={classes.failed}>
          <ErrorNote error={failure} />
        </div>
      )}
    </>
  );
}
