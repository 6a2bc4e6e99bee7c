import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '@/api/client';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { useDigestLink } from './requests';

/** Where the link in a digest leads: opening it turns them off, and a button on again. */
export function DigestsPage() {
  const { token = '' } = useParams();
  const change = useDigestLink(token);
  const { mutate } = change;
  const done = useRef('');
  useEffect(() => {
    if (done.current === token) return;
    done.current = token;
    mutate(false);
  }, [token, mutate]);
  if (change.isError) {
    const isIncomplete = change.error instanceof ApiError && change.error.status === 404;
    const again = { error: change.error, refetch: () => mutate(change.variables) };
    return (
      <Notice title="Daily e-mail" failed={!isIncomplete && again} out={['/', 'Open Lectern']}>
        {isIncomplete && (
          <p>This link is not complete. Open it again from the message, or turn the e-mail off under “Your account”.</p>
        )}
      </Notice>
    );
  }
  if (!change.data) return <Loading what="your settings" />;
  const { digests, username } = change.data;
  return (
    <Notice
      title={digests ? 'You get the daily e-mail again' : 'You get no more daily e-mail'}
      out={['/', 'Open Lectern']}
    >
      <p role="status">
        {digests
          ? `When there is news for ${username}, it comes once a day.`
          : `News for ${username} is in Lectern only from now on. Invitations and links to reset a password still come by e-mail.`}
      </p>
      <p>
        <Button loading={change.isPending} onClick={() => mutate(!digests)}>
          {digests ? 'Turn it off' : 'Turn it on again'}
        </Button>
      </p>
    </Notice>
  );
}
