import { Button } from '@mantine/core';
import styles from './Ratings.module.css';

interface NoAuthorsProps {
  isFiltered: boolean;
  onClear: () => void;
  canInvite: boolean;
  onInvite: () => void;
}

/** In place of a table without rows. */
export function NoAuthors({ isFiltered, onClear, canInvite, onInvite }: NoAuthorsProps) {
  return (
    <p className={styles.none}>
      {isFiltered ? (
        <>
          No authors match. <Button onClick={onClear}>Clear</Button>
        </>
      ) : (
        <>
          No invitations yet. In a few minutes, the author of a talk can rate its summary; no account is needed.{' '}
          {canInvite && <Button onClick={onInvite}>Invite authors</Button>}
        </>
      )}
    </p>
  );
}
