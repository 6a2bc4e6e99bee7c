import { Button } from '@mantine/core';
import { ApiError } from '@/api/client';
import { ErrorNote } from '@/ui/ErrorNote';
import { Notice } from '@/ui/Notice';

interface NoAnswerProps {
  error: Error;
  isTrying: boolean;
  onTry: () => void;
}

/** The page for a server that isn’t responding. */
export function NoAnswer({ error, isTrying, onTry }: NoAnswerProps) {
  return (
    <Notice title="The server isn’t responding">
      {error instanceof ApiError && error.status > 0 && <ErrorNote error={error} />}
      <p>Your saved work is safe. Review edits that were not sent yet are kept in this browser.</p>
      <p>
        <Button variant="filled" loading={isTrying} onClick={onTry}>
          Try again
        </Button>
      </p>
    </Notice>
  );
}
