import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OwnProgress, Queue } from '@/api/queue';
import { count, plural } from '@/lib/format';
import { Key } from '@/ui/Keys';
import { Hero } from './Hero';
import { keys } from './keys';
import { Claimed, Ended, Next, Returned } from './Lists';
import { type Hero as HeroOf, othersOf } from './model';
import classes from './Queue.module.css';
import type { QueueActs } from './useQueueActs';
import { NoneInYours } from './YouRead';

interface QueueContentsProps {
  slug: string;
  queue: Queue;
  hero: HeroOf;
  progress: OwnProgress | undefined;
  acts: QueueActs;
  /** Address of the guidelines. */
  guidelines: string;
  /** Whether a training round is to be passed, which is shown above: then an empty queue is not the whole news. */
  isTrainingFirst: boolean;
}

/** The pair to do now, and the lists below it. */
export function QueueContents({ slug, queue, hero, progress, acts, guidelines, isTrainingFirst }: QueueContentsProps) {
  const others = othersOf(queue, hero);
  const isFirstDay = queue.n_submitted === 0 && hero.kind !== 'none' && hero.kind !== 'continue';
  return (
    <>
      <Ended ended={queue.ended.filter(({ pair }) => pair.id !== acts.given?.pair)} acts={acts} />
      {isFirstDay && (
        <p className={classes.first}>
          First day? Read the <Link to={guidelines}>guidelines</Link>, then start with the pair you are offered. In the
          review, <kbd>?</kbd> lists all keys.
        </p>
      )}
      {hero.kind !== 'none' && <Hero hero={hero} queue={queue} progress={progress} acts={acts} />}
      {hero.kind === 'none' && !isTrainingFirst && (
        <Nothing nDone={queue.n_submitted > 0 ? (progress?.n_done ?? null) : 0}>
          {queue.n_unread > 0 && <NoneInYours slug={slug} nUnread={queue.n_unread} />}
        </Nothing>
      )}
      <Returned slots={others.returned} />
      <Claimed
        slots={others.claimed}
        note={`${count(queue.n_claims)} of at most ${plural(queue.max_claims, 'claim')} at a time`}
        acts={acts}
      />
      <Next upcoming={others.upcoming} total={queue.n_upcoming} />
      <p className={classes.guidelines}>
        <Link to={guidelines}>Guidelines</Link> <Key of={keys.guidelines} />
      </p>
    </>
  );
}

function Nothing({ nDone, children }: { nDone: number | null; children: ReactNode }) {
  return (
    <section className={classes.hero}>
      <h1>{nDone ? `All ${plural(nDone, 'row')} done. Thank you.` : 'Nothing to review yet.'}</h1>
      {children}
      <p className="soft">A pair shows up here as soon as one is free for you, or is assigned to you.</p>
    </section>
  );
}
