import { IconCloudCheck, IconCloudUpload } from '@tabler/icons-react';
import { timeOfDay } from '@/lib/format';
import classes from './SaveState.module.css';
import type { useAutosave } from './useAutosave';

type Saving = Pick<ReturnType<typeof useAutosave>, 'isSaved' | 'isSaving' | 'savedAt' | 'error'>;

interface SaveStateProps extends Saving {
  /** Whether somebody else has saved meanwhile. */
  isRefused: boolean;
  /** The words before the time: "Draft saved". */
  saved?: string;
}

/** Whether what saves itself is saved, and when. */
export function SaveState({ isSaved, isSaving, savedAt, error, isRefused, saved = 'Saved' }: SaveStateProps) {
  const done = savedAt ? `${saved} ${timeOfDay(savedAt)}` : 'Nothing to save';
  const pending = isSaving ? 'Saving' : isSaved ? done : 'Not saved yet';
  const Icon = isSaved ? IconCloudCheck : IconCloudUpload;
  return (
    <span className={classes.saved} role="status">
      <Icon size={16} stroke={1.75} aria-hidden="true" /> {error || isRefused ? 'Not saved' : pending}
    </span>
  );
}
