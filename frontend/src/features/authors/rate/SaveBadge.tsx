import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { useWords, type Words } from './language';
import classes from './Rate.module.css';
import type { SaveState } from './useAnswers';

const icons = { saved: IconCloudCheck, sending: IconCloudUp, kept: IconCloudOff, refused: IconAlertTriangle };

/** Whether the server has the answers; never a guess. */
export function SaveBadge({ save }: { save: SaveState }) {
  const words = useWords();
  const Icon = icons[save.kind];
  return (
    <span className={classes.save} data-kind={save.kind} role="status">
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {wordsOf(save, words)}
    </span>
  );
}

function wordsOf(save: SaveState, words: Words): string {
  if (save.kind === 'saved') return words.saved;
  if (save.kind === 'sending') return words.saving;
  if (save.kind === 'refused') return save.message;
  return save.stored ? words.offline(save.count) : words.notKept;
}
