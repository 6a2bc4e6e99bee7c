import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import { type Announcement, useAnnouncements, useCloseAnnouncement } from '@/api/announcements';
import { ago, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import classes from './Queue.module.css';

/** What admins have to say, until one has closed it: the newest, and the older ones on request. */
export function Announcements({ slug }: { slug: string }) {
  const open = (useAnnouncements(slug).data ?? []).filter(({ is_seen }) => !is_seen);
  const close = useCloseAnnouncement(slug);
  const [showsAll, showAll] = useState(false);
  if (open.length === 0) return null;
  const shown = showsAll ? open : open.slice(0, 1);
  const nOlder = open.length - shown.length;
  return (
    <section className={classes.announcements} aria-label="Announcements">
      {close.isError && <ErrorNote error={close.error} />}
      {shown.map((one) => (
        <div key={one.id} className={classes.announcement}>
          <IconMessage size={16} stroke={1.75} aria-hidden="true" />
          <p dir="auto">
            <b>{headOf(one)}</b> {one.text}
          </p>
          <span className={classes.closes}>
            <time dateTime={one.changed_at ?? one.at}>{ago(one.changed_at ?? one.at)}</time>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              loading={close.isPending && close.variables.id === one.id}
              aria-label={`Got it: ${one.text}`}
              onClick={() => close.mutate(one)}
            >
              Got it
            </Button>
          </span>
        </div>
      ))}
      {nOlder > 0 && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => showAll(true)}>
          {plural(nOlder, 'older one', 'older ones')}
        </Button>
      )}
    </section>
  );
}

/** "Ines Koba, to everybody" */
function headOf({ by, is_to_you, changed_at }: Announcement): string {
  const who = by ? by.name || by.username : 'Former admin';
  return `${who}, to ${is_to_you ? 'you' : 'everybody'}${changed_at ? ', changed' : ''}:`;
}
