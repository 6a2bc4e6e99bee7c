import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Invitation, Run } from '@/api/types';
import { AuthorLink } from './AuthorLink';
import { InviteForm } from './InviteForm';
import classes from './Summaries.module.css';

interface AuthorLinksProps {
  invitations: Invitation[];
  /** Runs that succeeded, newest first: a link asks about the summary of one of them. */
  runs: Run[];
  canInvite: boolean;
}

/** The links with which authors rate a summary, and the form for a new one. */
export function AuthorLinks({ invitations, runs, canInvite }: AuthorLinksProps) {
  const [inviting, setInviting] = useState(false);
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
      {canInvite && runs.length === 0 && <p className="soft">Align the pair before creating a link.</p>}
      {canInvite && runs.length > 0 && (
        <>
          <Button onClick={() => setInviting(!inviting)} aria-expanded={inviting} my={8}>
            New link
          </Button>
          {inviting && <InviteForm runs={runs} onDone={() => setInviting(false)} />}
        </>
      )}
    </>
  );
}
