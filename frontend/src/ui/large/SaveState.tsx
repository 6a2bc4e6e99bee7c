import { IconCloudCheck, IconCloudOff, IconCloudUpload } from '@tabler/icons-react';
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
  return <SaveWords text={error || isRefused ? 'Not saved' : pending} isSaved={isSaved} />;
}

interface SaveWordsProps {
  text: string;
  isSaved: boolean;
  /** What is kept on this device alone is to wait for; what is not kept, bad. */
  tone?: 'quiet' | 'wait' | 'bad';
  /** When it was saved. */
  time?: string | null;
}

/** A save state in words, with its icon. */
export function SaveWords({ text, isSaved, tone = 'quiet', time }: SaveWordsProps) {
  const Icon = tone !== 'quiet' ? IconCloudOff : isSaved ? IconCloudCheck : IconCloudUpload;
  return (
    <span className={classes.saved} role="status" data-field="save-state" data-tone={tone} title={text}>
      <Icon size={16} stroke={1.75} aria-hidden="true" /> <span>{text}</span>
      {time && <time>{time}</time>}
    </span>
  );
}
