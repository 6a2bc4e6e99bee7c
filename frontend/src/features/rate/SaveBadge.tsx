import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { plural } from '@/lib/format';
import classes from './Rate.module.css';
import type { SaveState } from './useAnswers';

const icons = { saved: IconCloudCheck, sending: IconCloudUp, kept: IconCloudOff, refused: IconAlertTriangle };

/** Whether the server has the answers; never a guess. */
export function SaveBadge({ save }: { save: SaveState }) {
  const Icon = icons[save.kind];
  return (
    <span className={classes.save} data-kind={save.kind} role="status">
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {wordsOf(save)}
    </span>
  );
}

function wordsOf(save: SaveState): string {
  if (save.kind === 'saved') return 'Saved';
  if (save.kind === 'sending') return 'Saving';
  if (save.kind === 'refused') return save.message;
  return save.stored
    ? `Offline: ${plural(save.count, 'answer')} saved on this device, not sent yet`
    : 'Unsent answers can’t be stored here. Keep this page open.';
}
