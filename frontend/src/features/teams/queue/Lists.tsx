import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { EndedClaim, QueueSlot, Upcoming } from '@/api/queue';
import { count, plural } from '@/lib/format';
import { Meter } from '@/ui/Meter';
import { Part } from '@/ui/Page';
import { Table, unseen } from '@/ui/Table';
import { ReturnedBy } from './Hero';
import { countedTo, dayOf, endsSoon, isBegun, keptWords, moment, rowsLeft, tags } from './model';
import { newerOf } from './newer';
import classes from './Queue.module.css';
import type { QueueActs } from './useQueueActs';

/** Reviews that were sent back, each with its reason. */
export function Returned({ slots }: { slots: readonly QueueSlot[] }) {
  if (slots.length === 0) return null;
  return (
    <Part title="Returned to you" note={plural(slots.length, 'pair')}>
      <ul className={classes.list}>
        {slots.map((slot) => (
          <li key={slot.id} className={classes.returned}>
            <IconArrowBackUp size={16} stroke={1.75} aria-hidden="true" className={classes.warm} />
            <div>
              <Link to={`/review/${slot.review?.id}`} className={classes.title} dir="auto" data-item>
                {slot.pair.title}
              </Link>
              <p dir="auto">“{slot.review?.return_reason}”</p>
              <ReturnedBy slot={slot} />
            </div>
            <Button
              component={Link}
              to={`/review/${slot.review?.id}`}
              aria-label={`${fixWords(slot)}: ${slot.pair.title}`}
            >
              {fixWords(slot)}
            </Button>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function fixWords(slot: QueueSlot): string {
  return rowsLeft(slot) > 0 ? `Fix ${plural(rowsLeft(slot), 'row')}` : 'Fix it';
}

interface ClaimedProps {
  slots: readonly QueueSlot[];
  note: string;
  acts: QueueActs;
}

/** The other reviews that somebody holds, with their ends. */
export function Claimed({ slots, note, acts }: ClaimedProps) {
  if (slots.length === 0) return null;
  return (
    <Part title="Also yours" note={note}>
      <Table label="Also yours" columns={['Pair', 'Rows', 'Until', unseen('Actions')]}>
        {slots.map((slot) => (
          <tr key={slot.id}>
            <th scope="row">
              <span className={classes.title} dir="auto">
                {slot.pair.title}
              </span>{' '}
              <span className="muted">{tags(slot.pair)}</span>
              {slot.is_of_newer && <small>{newerOf(slot)}</small>}
            </th>
            <td data-nowrap data-label="rows">
              <Meter
                value={slot.n_rows ? (slot.review?.reviewed_count ?? 0) / slot.n_rows : 0}
                label={`Rows reviewed of ${slot.pair.title}`}
                text={`${count(slot.review?.reviewed_count ?? 0)} / ${slot.n_rows === null ? '–' : count(slot.n_rows)}`}
              />
            </td>
            <td data-nowrap>
              <End slot={slot} />
            </td>
            <td data-right data-nowrap>
              <Button
                data-item
                data-once
                disabled={acts.isBusy}
                onClick={() => acts.openPair(slot)}
                aria-label={`${isBegun(slot) ? 'Continue' : 'Start'} ${slot.pair.title}`}
              >
                {isBegun(slot) ? 'Continue' : 'Start'}
              </Button>{' '}
              <Button
                variant="subtle"
                color="gray"
                onClick={() => acts.release(slot)}
                aria-label={`Release ${slot.pair.title}`}
              >
                Release
              </Button>
            </td>
          </tr>
        ))}
      </Table>
    </Part>
  );
}

function End({ slot }: { slot: QueueSlot }) {
  const soon = endsSoon(slot.lease_ends);
  return (
    <>
      {slot.lease_ends ? moment(slot.lease_ends) : <span className="soft">assigned to you</span>}
      {soon && <b className={classes.warm}> {soon}</b>}
      {slot.due_on && (
        <span className={slot.is_overdue ? classes.late : 'soft'}>
          {' '}
          · {slot.is_overdue ? 'was due' : 'due'} {dayOf(slot.due_on)}
        </span>
      )}
    </>
  );
}

/** The next pairs: shown, not to be chosen. */
export function Next({ upcoming, total }: { upcoming: readonly Upcoming[]; total: number }) {
  if (upcoming.length === 0) return null;
  return (
    <Part title="Next in your queue" note={total >= countedTo ? `${countedTo} pairs or more` : plural(total, 'pair')}>
      <ul className={classes.list}>
        {upcoming.map(({ pair, n_rows }) => (
          <li key={pair.id}>
            <span className={classes.title} dir="auto">
              {pair.title}
            </span>{' '}
            <span className="muted">
              {tags(pair)}
              {n_rows !== null && ` · ${plural(n_rows, 'row')}`}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What became of a pair whose claim has ended. */
function fateOf(isFree: boolean, isTaken: boolean): string {
  if (isFree) return 'Nobody has taken it.';
  return isTaken ? 'Somebody else has it now.' : 'It needs no other review.';
}

/** Claims that have ended, or were given back, while there was work in them: nothing tells which. */
export function Ended({ ended, acts }: { ended: readonly EndedClaim[]; acts: QueueActs }) {
  return ended.map(({ review, pair, n_reviewed, is_free, is_taken, is_withdrawn }) => (
    <p key={review} className={classes.ended}>
      <span>
        {is_withdrawn ? (
          <>
            An admin withdrew <b dir="auto">{pair.title}</b> from you.
          </>
        ) : (
          <>
            You no longer hold <b dir="auto">{pair.title}</b>.
          </>
        )}{' '}
        {keptWords(n_reviewed)}
        {!is_withdrawn && ` ${fateOf(is_free, is_taken)}`}
      </span>
      {!is_withdrawn && is_free && (
        <Button
          loading={acts.claiming === pair.id}
          onClick={() => acts.claim(pair.id)}
          aria-label={`Claim again: ${pair.title}`}
        >
          Claim again
        </Button>
      )}
    </p>
  ));
}
