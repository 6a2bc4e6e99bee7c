import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useDefaults } from '@/api/defaults';
import { useChangeInvitation, useDeleteInvitation, useInvitations } from '@/api/invitations';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { useRuns } from '@/api/runs';
import type { Invitation, Run } from '@/api/types';
import { InviteDialog } from '@/features/authors/inviting/InviteDialog';
import { date, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { dayFromNow, endOfDay } from '../linkDates';
import classes from './AuthorLinks.module.css';

interface AuthorLinksProps {
  slug: string;
  invitations: Invitation[];
  /** Runs of a talk that succeeded, newest first: a link asks about the summary of one of them. */
  runs: Run[];
  canInvite: boolean;
}

/** The links with which authors rate a summary, and the dialog for more. */
export function AuthorLinks({ slug, invitations, runs, canInvite }: AuthorLinksProps) {
  const defaults = useDefaults().data;
  const [isInviting, setInviting] = useState(false);
  const [done, setDone] = useState('');
  return (
    <>
      {invitations.length === 0 && (
        <p className="soft" style={{ marginBottom: 8 }}>
          No links yet. With a link, the author of the talk can rate the summary in a few minutes. No account is needed.
        </p>
      )}
      <ul className={classes.links}>
        {invitations.map((invitation) => (
          <AuthorLink key={invitation.id} invitation={invitation} canChange={canInvite} />
        ))}
      </ul>
      {canInvite && runs.length === 0 && <p className="soft">Align the pair before inviting its authors.</p>}
      {canInvite && runs.length > 0 && (
        <Button disabled={!defaults} onClick={() => setInviting(true)} my={8}>
          Invite authors…
        </Button>
      )}
      <p role="status" className="soft">
        {done}
      </p>
      {isInviting && defaults && (
        <InviteDialog slug={slug} defaults={defaults} runs={runs} onClose={() => setInviting(false)} onDone={setDone} />
      )}
    </>
  );
}

/** One author's link: its state, the answers so far, and what can be done with it. */
function AuthorLink({ invitation, canChange }: { invitation: Invitation; canChange: boolean }) {
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
          <Group gap={8} mt={6}>
            <CopyButton text={invitation.url} label="Copy link" />
            <Button
              loading={change.isPending}
              onClick={() => change.mutate({ id: invitation.id, revoked: true })}
              aria-label={`Revoke ${ofAuthor}`}
            >
              Revoke
            </Button>
          </Group>
        </>
      )}
      {canChange && !invitation.open && (
        <Group gap={8} mt={6}>
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
        </Group>
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

interface PairAuthorLinksProps extends Omit<AuthorLinksProps, 'invitations'> {
  pair: { id: number };
  /** Only links about the summary of this run. */
  run?: number;
}

/** The author links of one pair, for its page. */
export function PairAuthorLinks({ pair, run, ...props }: PairAuthorLinksProps) {
  const invitations = useInvitations({ project: props.slug, pair: pair.id }, true);
  const ofRun = invitations.data?.results.filter((each) => run === undefined || each.run === run);
  return (
    <>
      <Pending of={invitations} />
      {ofRun && <AuthorLinks {...props} invitations={ofRun} />}
    </>
  );
}

/** The links with which authors rate the summary of a run, for those who may see them. */
export function AuthorPart({ slug, pair, run }: { slug: string; pair: number; run: number }) {
  const role = useProject(slug).data?.role;
  const runs = useRuns({ pair, state: 'succeeded' }).data?.results ?? [];
  if (!may(role, 'invitations', 'list')) return null;
  return (
    <Part title="Authors">
      <PairAuthorLinks
        slug={slug}
        pair={{ id: pair }}
        run={run}
        runs={runs.filter(({ id }) => id === run)}
        canInvite={may(role, 'invitations', 'create')}
      />
    </Part>
  );
}
