import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError } from '@/api/client';
import { type QueueSlot, useClaim, useClaimNext, useOwnProgress, useQueue, useRelease, useSkip } from '@/api/queue';
import { useOpenReview } from '@/api/reviews';
import { count, plural } from '@/lib/format';
import { usePageKeys } from '@/lib/usePageKeys';
import { useTitle } from '@/lib/useTitle';
import { ErrorNote } from '@/ui/ErrorNote';
import { Key } from '@/ui/Keys';
import { Loading } from '@/ui/Loading';
import { goWords, Hero } from './Hero';
import { keys, move } from './keys';
import { Claimed, Ended, Next, Returned } from './Lists';
import { heroOf, othersOf } from './model';
import { OwnWork } from './OwnWork';
import classes from './Queue.module.css';
import { SkipDialog } from './SkipDialog';

/** What was given back last, so that it can be had again. */
interface Given {
  pair: number;
  title: string;
  verb: 'Skipped' | 'Released';
  nReviewed: number;
}

/** An annotator's home: the one pair to do now, what was returned, what is claimed, and what comes next. */
export function QueuePage() {
  const { slug = '' } = useParams();
  useTitle('Queue');
  const navigate = useNavigate();
  const guidelines = `/p/${slug}/reviews/guidelines`;
  const queue = useQueue(slug);
  const progress = useOwnProgress(slug).data;
  const next = useClaimNext(slug);
  const claim = useClaim(slug);
  const skip = useSkip(slug);
  const release = useRelease(slug);
  const open = useOpenReview();
  const [skipping, setSkipping] = useState<{ pair: number; title: string; slot: QueueSlot | null } | null>(null);
  const [given, setGiven] = useState<Given | null>(null);
  const [isNoneFree, setNoneFree] = useState(false);

  const hero = queue.data ? heroOf(queue.data) : null;
  const isBusy = next.isPending || open.isPending;
  const others = queue.data && hero ? othersOf(queue.data, hero) : null;

  const openPair = (slot: QueueSlot, row?: string) => {
    setGiven(null);
    if (slot.review) void navigate(`/review/${slot.review.id}${row ? `?row=${row}` : ''}`);
    else open.mutate({ pair: slot.pair.id }, { onSuccess: ({ id }) => void navigate(`/review/${id}`) });
  };
  const go = () => {
    if (!hero || hero.kind === 'none' || isBusy) return;
    if ('slot' in hero) openPair(hero.slot, queue.data?.stopped_at?.row);
    else next.mutate(undefined, { onSuccess: (slot) => (slot ? openPair(slot) : setNoneFree(true)) });
  };
  const askToSkip = () => {
    if (!hero || hero.kind === 'none') return;
    const { pair } = 'slot' in hero ? hero.slot : hero.upcoming;
    skip.reset();
    setSkipping({ pair: pair.id, title: pair.title, slot: 'slot' in hero ? hero.slot : null });
  };
  const doSkip = async (reason: string) => {
    if (!skipping) return;
    // A pair that is not held yet is claimed first, for the refusal to be kept. If somebody was faster, there is
    // nothing to refuse.
    const slot = skipping.slot ?? (await next.mutateAsync());
    if (slot && slot.pair.id === skipping.pair) {
      await skip.mutateAsync({ slot: slot.id, reason });
      const nReviewed = slot.review?.reviewed_count ?? 0;
      setGiven({ pair: slot.pair.id, title: slot.pair.title, verb: 'Skipped', nReviewed });
    }
    setSkipping(null);
  };
  const giveBack = (slot: QueueSlot) =>
    release.mutate(slot.id, {
      onSuccess: () => {
        const nReviewed = slot.review?.reviewed_count ?? 0;
        setGiven({ pair: slot.pair.id, title: slot.pair.title, verb: 'Released', nReviewed });
      },
    });
  const [firstReturned] = queue.data?.slots.filter(({ state }) => state === 'returned') ?? [];
  usePageKeys(keys, {
    next: () => move(1),
    previous: () => move(-1),
    go: hero && hero.kind !== 'none' ? go : undefined,
    fix: firstReturned ? () => openPair(firstReturned) : undefined,
    skip: hero && hero.kind !== 'none' ? askToSkip : undefined,
    guidelines: () => void navigate(guidelines),
  });

  const failed = [next, claim, release, open].find(({ isError }) => isError)?.error;
  const isFirstDay = queue.data?.n_submitted === 0 && hero !== null && hero.kind !== 'none' && hero.kind !== 'continue';
  return (
    <main className={classes.page}>
      <div className={classes.main}>
        {queue.isPending && <Loading what="your queue" />}
        {queue.isError && !queue.data && (
          <CouldNot error={queue.error} slug={slug} onRetry={() => void queue.refetch()} />
        )}
        <div role="status" className={classes.told}>
          {given && (
            <p>
              <span>
                {given.verb} <b dir="auto">{given.title}</b>.
                {given.nReviewed > 0 && ` Your ${plural(given.nReviewed, 'reviewed row')} are kept.`}
              </span>
              <Button
                loading={claim.isPending}
                onClick={() => claim.mutate(given.pair, { onSuccess: () => setGiven(null) })}
              >
                Undo
              </Button>
            </p>
          )}
          {isNoneFree && hero?.kind === 'none' && <p>No pair is free right now.</p>}
        </div>
        {failed && (
          <div className={classes.failed}>
            <ErrorNote error={failed} />
          </div>
        )}
        {queue.data && others && (
          <>
            <Ended
              ended={queue.data.ended.filter(({ pair }) => pair.id !== given?.pair)}
              pending={claim.isPending ? claim.variables : null}
              onClaim={(pair) => claim.mutate(pair)}
            />
            {isFirstDay && (
              <p className={classes.first}>
                Your first day? Read the <Link to={guidelines}>guidelines</Link>, then start with the pair that is
                offered to you. In the review, <kbd>?</kbd> lists all keys.
              </p>
            )}
            {hero && hero.kind !== 'none' && (
              <Hero
                hero={hero}
                queue={queue.data}
                progress={progress}
                isBusy={isBusy}
                onGo={go}
                onSkip={askToSkip}
                onRelease={() => 'slot' in hero && giveBack(hero.slot)}
              />
            )}
            {hero?.kind === 'none' && <Nothing nDone={queue.data.n_submitted > 0 ? (progress?.n_done ?? null) : 0} />}
            <Returned slots={others.returned} />
            <Claimed
              slots={others.claimed}
              note={`${count(queue.data.n_claims)} of at most ${plural(queue.data.max_claims, 'claim')} at a time`}
              isBusy={isBusy}
              onGo={openPair}
              onRelease={giveBack}
            />
            <Next upcoming={others.upcoming} total={queue.data.n_upcoming} />
            <p className={classes.guidelines}>
              <Link to={guidelines}>Guidelines</Link> <Key of={keys.guidelines} />
            </p>
          </>
        )}
      </div>
      <aside className={classes.aside} aria-label="Your work">
        <OwnWork slug={slug} />
      </aside>
      {hero && hero.kind !== 'none' && (
        <div className={classes.sticky}>
          <Button variant="filled" size="lg" fullWidth loading={isBusy} onClick={go}>
            {goWords(hero, queue.data?.stopped_at?.number)}
          </Button>
        </div>
      )}
      {skipping && (
        <SkipDialog
          title={skipping.title}
          isPending={skip.isPending || next.isPending}
          error={skip.error ?? next.error}
          onSkip={(reason) => void doSkip(reason).catch(() => undefined)}
          onClose={() => setSkipping(null)}
        />
      )}
    </main>
  );
}

function Nothing({ nDone }: { nDone: number | null }) {
  return (
    <section className={classes.hero}>
      <h1>{nDone ? `All ${plural(nDone, 'row')} done. Thank you.` : 'Nothing to do.'}</h1>
      <p className="soft">A pair shows up here as soon as one is free for you, or is assigned to you.</p>
    </section>
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
