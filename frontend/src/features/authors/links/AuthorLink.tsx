import { Button } from '@mantine/core';
import { useDefaults } from '@/api/defaults';
import { useChangeInvitation, useDeleteInvitation } from '@/api/invitations';
import type { Invitation } from '@/api/types';
import { date, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { dayFromNow, endOfDay } from '../linkDates';
import classes from './AuthorLinks.module.css';

/** One author's link: its state, the answers so far, and what can be done with it. */
export function AuthorLink({ invitation, canChange }: { invitation: Invitation; canChange: boolean }) {
  const change = useChangeInvitation();
  const remove = useDeleteInvitation();
  const days = useDefaults().data?.invitation_days;
  const hasAnswers = invitation.n_yes + invitation.n_no > 0 || invitation.score !== null;
  const ofAuthor = `the link for ${invitation.author_name}`;
  return (
    <li>
      <b dir="auto">{invitation.author_name}</b> <span className="soft">{stateOf(invitation)}</span>
      <p className="num">{answersOf(invitation)}</p>
      {invitation.comment && <p dir="auto">“{invitation.comment}”</p>}
      {change.isError && <ErrorNote error={change.error} />}
      {canChange && invitation.open && (
        <>
          <span className={classes.url}>{invitation.url}</span>
          <div className={classes.buttons}>
            <CopyButton text={invitation.url} label="Copy link" />
            <Button
              loading={change.isPending}
              onClick={() => change.mutate({ id: invitation.id, revoked: true })}
              aria-label={`Revoke ${ofAuthor}`}
            >
              Revoke
            </Button>
          </div>
        </>
      )}
      {canChange && !invitation.open && (
        <div className={classes.buttons}>
          <Button
            loading={change.isPending}
            disabled={days === undefined}
            onClick={() => days !== undefined && change.mutate({ id: invitation.id, ...reopened(invitation, days) })}
            aria-label={`Reopen ${ofAuthor}`}
          >
            Reopen
          </Button>
          {!hasAnswers && (
            <AskFirst
              verb="Delete"
              label={`Delete ${ofAuthor}`}
              question="It has no answers."
              yes="Delete link"
              isPending={remove.isPending}
              onYes={() => remove.mutate(invitation.id)}
            />
          )}
        </div>
      )}
      {remove.isError && <ErrorNote error={remove.error} />}
    </li>
  );
}

/** A revoked link keeps its last day; an expired one gets as many days as a new one. */
function reopened({ closes_at }: Invitation, days: number): { revoked: false; closes_at?: string } {
  const isOver = new Date(closes_at).getTime() <= Date.now();
  return isOver ? { revoked: false, closes_at: endOfDay(dayFromNow(days)) } : { revoked: false };
}

function stateOf(invitation: Invitation): string {
  if (invitation.revoked_at) return 'revoked';
  return `${invitation.open ? 'expires' : 'expired'} on ${date(invitation.closes_at)}`;
}

function answersOf(invitation: Invitation): string {
  const answered = invitation.n_yes + invitation.n_no;
  if (answered === 0 && invitation.score === null) return 'No answers yet.';
  const facts = [
    `${answered} of ${plural(invitation.n_asked, 'sentence')} answered`,
    `${invitation.n_yes} yes`,
    `${invitation.n_no} no`,
    invitation.score === null ? 'no rating' : `rated ${invitation.score}`,
  ];
  return `${facts.join(', ')}${invitation.finished_at ? ', submitted' : ', not submitted yet'}.`;
}
