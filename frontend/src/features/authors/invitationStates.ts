import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconHourglass,
  IconLink,
  IconMailOpened,
  IconPencil,
  IconSend,
  IconUserOff,
} from '@tabler/icons-react';
import type { Invitation } from '@/api/types';
import type { Tone } from '@/ui/large/Grid';

/** How the states of authors and raters are said, in the order of the chips. */
export const states: Record<
  Invitation['state'],
  { word: string; label: string; Icon: typeof IconCheck; tone: Tone | '' }
> = {
  answered: { word: 'answered', label: 'Answered', Icon: IconCheck, tone: 'good' },
  begun: { word: 'begun', label: 'Begun', Icon: IconPencil, tone: '' },
  opened: { word: 'opened', label: 'Opened', Icon: IconMailOpened, tone: '' },
  sent: { word: 'sent', label: 'Sent', Icon: IconSend, tone: '' },
  waiting: { word: 'being sent', label: 'Being sent', Icon: IconClock, tone: '' },
  link: { word: 'link only', label: 'Link only', Icon: IconLink, tone: '' },
  expired: { word: 'expired', label: 'Expired', Icon: IconHourglass, tone: 'warm' },
  bounced: { word: 'bounced', label: 'Bounced', Icon: IconAlertTriangle, tone: 'bad' },
  declined: { word: 'declined', label: 'Declined', Icon: IconUserOff, tone: 'warm' },
  revoked: { word: 'revoked', label: 'Revoked', Icon: IconBan, tone: '' },
};
