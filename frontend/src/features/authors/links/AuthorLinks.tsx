import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDefaults } from '@/api/defaults';
import type { Invitation, Run } from '@/api/types';
import { InviteDialog } from '@/features/authors/inviting/InviteDialog';
import { AuthorLink } from './AuthorLink';
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
