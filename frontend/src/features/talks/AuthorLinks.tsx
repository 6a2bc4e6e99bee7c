import { Button } from '@mantine/core';
import { useState } from 'react';
import { useChangeInvitation, useDeleteInvitation } from '@/api/invitations';
import type { Invitation, Run } from '@/api/types';
import { date, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { dayFromNow, endOfDay, InviteForm } from './InviteForm';
import classes from './Talks.module.css';

interface AuthorLinksProps {
  invitations: Invitation[];
  /** Runs that succeeded, newest first: a link asks about the summary of one of them. */
  runs: Run[];
  canInvite: boolean;
}

export function AuthorLinks({ invitations, runs, canInvite }: AuthorLinksProps) {
  const [inviting, setInviting] = useState(false);
  return (
    <>
      {invitations.length === 0 && (
        <p className="soft" style={{ marginBottom: 8 }}>
          No link yet. With one, the author of the talk says in four minutes whether the summary is right, without an
          account.
        </p>
      )}
      <ul className={classes.links}>
        {invitations.map((invitation) => (
          <AuthorLink key={invitation.id} invitation={invitation} canChange={canInvite} />
        ))}
      </ul>
      {canInvite && runs.length === 0 && <p className="soft">A link needs a run that succeeded.</p>}
      {canInvite && runs.length > 0 && (
        <>
          <Button onClick={() => setInviting(!inviting)} aria-expanded={inviting} mt={8}>
            New link
          </Button>
          {inviting && <InviteForm runs={runs} onDone={() => setInviting(false)} />}
        </>
      )}
    </>
  );
}

function AuthorLink({ invitation, canChange }: { invitation: Invitation; canChange: boolean }) {
  const change = useChangeInvitation();
  const remove = useDeleteInvitation();
  const hasAnswers = invitation.n_yes + invitation.n_no > 0 || invitation.score !== null;
  return (
    <li>
      <b dir="auto">{invitation.author_name}</b> <span className="soft">{stateOf(invitation)}</span>
      <p className="num">{answersOf(invitation)}</p>
      {invitation.comment && <p dir="auto">“{invitation.comment}”</p>}
      {change.isError && <ErrorNote error={change.error} />}
      {canChange && invitation.open && (
        <>
          <span className={classes.url}>{invitation.url}</span>
          <div className={classes.acts}>
            <CopyButton text={invitation.url} label="Copy the link" />
            <Button
              loading={change.isPending}
              onClick={() => change.mutate({ id: invitation.id, revoked: true })}
              aria-label={`Close it, the link of ${invitation.author_name}`}
            >
              Close it
            </Button>
          </div>
        </>
      )}
      {canChange && !invitation.open && (
        <div className={classes.acts}>
          <Button
            loading={change.isPending}
            onClick={() => change.mutate({ id: invitation.id, ...reopened(invitation) })}
            aria-label={`Open it again, the link of ${invitation.author_name}`}
          >
            Open it again
          </Button>
          {!hasAnswers && (
            <AskFirst
              verb="Delete it"
              label={`Delete it, the link of ${invitation.author_name}`}
              question="Nothing was answered through it."
              yes="Delete the link"
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

/** A link that was closed by hand goes on to its day; one whose day is over gets four weeks more. */
function reopened({ closes_at }: Invitation): { revoked: false; closes_at?: string } {
  const isOver = new Date(closes_at).getTime() <= Date.now();
  return isOver ? { revoked: false, closes_at: endOfDay(dayFromNow(28)) } : { revoked: false };
}

function stateOf(invitation: Invitation): string {
  if (invitation.revoked_at) return 'closed by hand';
  return invitation.open ? `open until ${date(invitation.closes_at)}` : `closed on ${date(invitation.closes_at)}`;
}

function answersOf(invitation: Invitation): string {
  const answered = invitation.n_yes + invitation.n_no;
  if (answered === 0 && invitation.score === null) return 'No answer yet.';
  const parts = [
    `${answered} of ${plural(invitation.n_asked, 'sentence')} answered`,
    `${invitation.n_yes} yes`,
    `${invitation.n_no} no`,
    invitation.score === null ? 'no rating' : `rated ${invitation.score}`,
  ];
  return `${parts.join(', ')}${invitation.finished_at ? ', sent' : ', not sent yet'}.`;
}
