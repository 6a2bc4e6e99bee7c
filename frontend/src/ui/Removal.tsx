import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { AskFirst } from './AskFirst';
import { ErrorNote } from './ErrorNote';

interface RemovalProps {
  /** "pair", "document" */
  what: string;
  /** Why it cannot be deleted; null where it can. */
  kept: string | null;
  /** Says what is deleted with it, and what is kept. */
  lost: ReactNode;
  remove: { isPending: boolean; isError: boolean; error: unknown };
  onYes: () => void;
}

/** Deletes the thing a page shows: asks first, or says why it cannot. */
export function Removal({ what, kept, lost, remove, onYes }: RemovalProps) {
  const verb = `Delete ${what}`;
  return (
    <Stack gap={8} mt={16}>
      {kept === null ? (
        <AskFirst verb={verb} label={verb} question={lost} yes="Delete" isPending={remove.isPending} onYes={onYes} />
      ) : (
        <p className="soft">{kept}</p>
      )}
      {remove.isError && <ErrorNote error={remove.error} />}
    </Stack>
  );
}
