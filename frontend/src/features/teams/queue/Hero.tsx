import { Button, Group } from '@mantine/core';
import { IconArrowBackUp, IconClock, IconPlayerSkipForward } from '@tabler/icons-react';
import type { OwnProgress, Queue, QueueSlot } from '@/api/queue';
import { count, plural } from '@/lib/format';
import { ConfidenceMark } from '@/ui/Confidence';
import { Key, keyText, shortcutOf } from '@/ui/Keys';
import { Meter } from '@/ui/Meter';
import { keys } from './keys';
import { dayOf, endsSoon, type Hero as HeroModel, languages, moment, rowsLeft, timeLeft } from './model';
import { newerOf } from './newer';
import classes from './Queue.module.css';
import type { QueueActs } from './useQueueActs';

interface HeroProps {
  hero: Exclude<HeroModel, { kind: 'none' }>;
  queue: Queue;
  progress: OwnProgress | undefined;
  acts: QueueActs;
}

const above = { continue: 'Continue', fix: 'Returned to you', start: 'To do now', next: 'Next for you' } as const;

/** The one pair to do now, with one large button. */
export function Hero({ hero, queue, progress, acts }: HeroProps) {
  const slot = 'slot' in hero ? hero.slot : null;
  const pair = 'slot' in hero ? hero.slot.pair : hero.upcoming.pair;
  const nRows = 'slot' in hero ? hero.slot.n_rows : hero.upcoming.n_rows;
  const left = slot ? rowsLeft(slot) : (nRows ?? 0);
  const time = timeLeft(left, progress?.rows_per_hour);
  const stopped = hero.kind === 'continue' || hero.kind === 'fix' ? queue.stopped_at : null;
  const facts = [
    languages(pair),
    nRows === null ? null : plural(nRows, 'row'),
    slot?.due_on ? `${slot.is_overdue ? 'was due' : 'due'} ${dayOf(slot.due_on)}` : null,
  ].filter(Boolean);
  return (
    <section className={classes.hero} aria-labelledby="to-do-now">
      <p className={classes.kicker}>
        <b>{above[hero.kind]}</b>
        <Until slot={slot} />
      </p>
      <h1 id="to-do-now" dir="auto">
        {pair.title}
      </h1>
      <p className={classes.facts}>{facts.join(' · ')}</p>
      {slot?.state === 'returned' && (
        <blockquote className={classes.reason} dir="auto">
          “{slot.review?.return_reason}”
          <ReturnedBy slot={slot} />
        </blockquote>
      )}
      {slot?.is_of_newer && <p className={classes.facts}>{newerOf(slot)}</p>}
      {stopped && <StoppedAt place={stopped} pair={pair} />}
      <Group gap="8px 16px" mt={20}>
        <Button
          data-once
          data-item
          variant="filled"
          size="lg"
          className={classes.big}
          loading={acts.isBusy}
          onClick={acts.go}
          aria-keyshortcuts={shortcutOf(keys.go)}
        >
          {goWords(hero, stopped?.number)} <Key of={keys.go} />
        </Button>
        {slot?.review && nRows !== null && (
          <Meter
            value={nRows ? (slot.review.reviewed_count ?? 0) / nRows : 0}
            label="Rows reviewed"
            text={`${count(slot.review.reviewed_count ?? 0)} of ${plural(nRows, 'row')}`}
          />
        )}
        {time && (
          <span className="muted">
            about {time}
            {slot?.review ? ' left' : ''}
          </span>
        )}
        <span className={classes.quiet}>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconPlayerSkipForward size={15} stroke={1.75} aria-hidden="true" />}
            onClick={acts.askToSkip}
            aria-keyshortcuts={shortcutOf(keys.skip)}
            title={`Skip (${keyText(keys.skip)})`}
          >
            Skip
          </Button>
          {slot && (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconArrowBackUp size={15} stroke={1.75} aria-hidden="true" />}
              onClick={() => acts.release(slot)}
            >
              Release
            </Button>
          )}
        </span>
      </Group>
    </section>
  );
}

/** The label of the large button. */
export function goWords(hero: HeroModel, row?: number): string {
  if (hero.kind === 'continue') return row ? `Continue at row ${count(row)}` : 'Continue';
  return hero.kind === 'fix' ? 'Fix it' : 'Start';
}

function Until({ slot }: { slot: Queue['slots'][number] | null }) {
  if (!slot) return null;
  if (!slot.lease_ends) return slot.state === 'assigned' ? <span>assigned to you</span> : null;
  const soon = endsSoon(slot.lease_ends);
  return (
    <span className={soon ? classes.warm : undefined} title="A claim is extended while you work">
      <IconClock size={14} stroke={1.75} aria-hidden="true" />
      claimed until {moment(slot.lease_ends)}
      {soon && <b>{soon}</b>}
    </span>
  );
}

export function ReturnedBy({ slot }: { slot: Queue['slots'][number] }) {
  const facts = [
    slot.returned_by?.name,
    slot.returned_at ? moment(slot.returned_at) : null,
    slot.due_on ? `due ${dayOf(slot.due_on)}` : null,
  ].filter(Boolean);
  return facts.length > 0 ? <small>{facts.join(' · ')}</small> : null;
}

type Place = NonNullable<Queue['stopped_at']>;

/** The row to go on with, below the one before it; to be read only. */
function StoppedAt({ place, pair }: { place: Place; pair: QueueSlot['pair'] }) {
  return (
    <ol className={classes.stopped} aria-label="Where you stopped">
      {place.rows.map(({ number, source, target, confidence }) => (
        <li key={number} aria-current={number === place.number || undefined}>
          <span className="num muted">{number}</span>
          <Texts texts={source} language={pair.source_language} />
          <span className={classes.mark} aria-hidden="true">
            <ConfidenceMark value={confidence} />
          </span>
          <Texts texts={target} language={pair.target_language} />
        </li>
      ))}
    </ol>
  );
}

function Texts({ texts, language }: { texts: readonly string[]; language: string }) {
  if (texts.length === 0) return <span className={classes.empty} title="Nothing on this side" />;
  return (
    <span className={classes.texts} lang={language || undefined} dir="auto" data-many={texts.length > 1 || undefined}>
      {texts.map((text, index) => (
        <span key={index}>{text}</span>
      ))}
    </span>
  );
}
