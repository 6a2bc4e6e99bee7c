import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconCloudCheck,
  IconLock,
  IconPencil,
  IconPlayerStop,
  IconRefresh,
} from '@tabler/icons-react';
import classes from './StateBadge.module.css';

const looks = {
  queued: { Icon: IconClock, word: 'queued', tone: '' },
  running: { Icon: IconRefresh, word: 'running', tone: '' },
  succeeded: { Icon: IconCheck, word: 'done', tone: 'good' },
  ready: { Icon: IconCheck, word: 'ready', tone: 'good' },
  failed: { Icon: IconAlertTriangle, word: 'failed', tone: 'bad' },
  cancelled: { Icon: IconPlayerStop, word: 'cancelled', tone: '' },
  open: { Icon: IconPencil, word: 'in review', tone: '' },
  submitted: { Icon: IconCloudCheck, word: 'submitted', tone: 'good' },
  frozen: { Icon: IconLock, word: 'frozen', tone: 'good' },
  withdrawn: { Icon: IconAlertTriangle, word: 'withdrawn', tone: 'bad' },
  set_aside: { Icon: IconArrowBackUp, word: 'set aside', tone: '' },
  returned: { Icon: IconArrowBackUp, word: 'returned', tone: 'warn' },
} as const;

/** The state of a run, a review or a set of vectors as an icon and a word. */
export function StateBadge({ state }: { state: keyof typeof looks }) {
  const { Icon, word, tone } = looks[state];
  return (
    <span className={`${classes.badge} ${tone ? classes[tone] : ''}`}>
      <Icon size={13} stroke={1.75} aria-hidden="true" />
      {word}
    </span>
  );
}
