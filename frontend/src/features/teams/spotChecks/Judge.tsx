import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePageKeys } from '@/lib/usePageKeys';
import { ErrorNote } from '@/ui/ErrorNote';
import { KeyLine } from '@/ui/Keys';
import { Page } from '@/ui/Page';
import { keys, ofSound, words } from './keys';
import { Places } from './Places';
import type { JudgedSpotCheck } from './requests';
import { SlideBeside } from './SlideBeside';
import { SoundBeside } from './SoundBeside';
import classes from './SpotChecks.module.css';
import { useJudging } from './useJudging';
import { useSpanSound } from './useSpanSound';
import { Verdict } from './Verdict';
import { kindWords, stateWords, things } from './words';

interface JudgeProps {
  slug: string;
  check: JudgedSpotCheck;
  canJudge: boolean;
  decision: ReactNode;
}

/** Item by item: the picture or the sound, what was settled, and whether it is right. */
export function Judge({ slug, check, canJudge, decision }: JudgeProps) {
  const judging = useJudging(check, canJudge);
  const { item } = judging;
  const sound = useSpanSound(item?.span ?? null);
  usePageKeys(keys, {
    next: judging.next,
    previous: judging.previous,
    open: judging.open,
    play: item?.span ? sound.play : undefined,
    ...(canJudge && { right: judging.right, faulty: () => judging.note(), undo: judging.undo }),
  });
  return (
    <Page
      title={kindWords[check.kind]}
      above={<Link to={`/p/${slug}/reviews/spot-checks`}>Spot checks</Link>}
      lead={
        <>
          {check.person ? `Of ${check.person.name}` : 'Of another person'}, {stateWords[check.state]}: {check.n_judged}{' '}
          of {things(check.kind, check.n_items)} judged, {check.n_faulty ?? 0} faulty, at most {check.most_faulty} may
          be <small>seed {check.seed}</small>
        </>
      }
    >
      <div className={classes.body}>
        {decision}
        <Places judging={judging} />
        {judging.error !== null && <ErrorNote error={judging.error} />}
        <p className={classes.why} role="status">
          {judging.why}
        </p>
        {item && (
          <div className={classes.work}>
            <div className={classes.seen}>
              {item.page !== null && <SlideBeside slug={slug} item={item} page={item.page} />}
              {item.span && <SoundBeside slug={slug} item={item} span={item.span} sound={sound} />}
            </div>
            <Verdict key={item.position} item={item} judging={judging} canJudge={canJudge} />
          </div>
        )}
        <KeyLine of={[...words.slice(canJudge ? 0 : 2, canJudge ? undefined : 4), ...(item?.span ? [ofSound] : [])]} />
      </div>
    </Page>
  );
}
