import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import classes from './NewVersion.module.css';
import { newVersionIsReady, takeNewVersion, watchVersions } from './versions';

/** Says that the pages were updated; nothing reloads by itself, because somebody may be typing. */
export function NewVersion() {
  const isReady = useSyncExternalStore(watchVersions, newVersionIsReady);
  if (!isReady) return null;
  return (
    <div className={classes.note} role="status">
      A new version is ready.
      <Button variant="filled" onClick={takeNewVersion}>
        Reload
      </Button>
    </div>
  );
}
