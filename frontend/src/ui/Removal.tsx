import type { ReactNode } from 'react';
import { AskFirst } from './AskFirst';
import { ErrorNote } from './ErrorNote';

interface RemovalProps {
  /** "the talk" */
  what: string;
  /** Why it has to stay; null where it may go. */
  kept: string | null;
  /** What is lost with it, and what stays. */
  lost: ReactNode;
  remove: { isPending: boolean; isError: boolean; error: unknown };
  onYes: () => void;
}

/** Removing what a page is of: asks first, or says why it cannot be. */
export function Removal({ what, kept, lost, remove, onYes }: RemovalProps) {
  const verb = `Remove ${what}`;
  return (
    <>
      {kept === null ? (
        <AskFirst verb={verb} label={verb} question={lost} yes="Remove it" isPending={remove.isPending} onYes={onYes} />
      ) : (
        <p className="soft">{kept}</p>
      )}
      {remove.isError && <ErrorNote error={remove.error} />}
    </>
  );
}
