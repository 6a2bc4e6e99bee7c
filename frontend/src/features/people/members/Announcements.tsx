import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  useAnnounce,
  useReword,
  useWithdrawAnnouncement,
  useWrittenAnnouncements,
  type WrittenAnnouncement,
} from '@/api/announcements';
import { ago, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { DialogButton } from '@/ui/DialogButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { MessageForm } from '@/ui/MessageForm';
import { Part } from '@/ui/Page';
import classes from './People.module.css';

/** What admins tell those who review: writing it, who has seen it, changing and withdrawing it. */
export function Announcements({ slug }: { slug: string }) {
  const written = useWrittenAnnouncements(slug, true);
  const announce = useAnnounce(slug);
  return (
    <Part title="Announcements" note="on everybody’s queue until they close them">
      {written.isError && <ErrorNote error={written.error} onRetry={() => void written.refetch()} />}
      <ul className={classes.announcements}>
        {written.data?.map((one) => (
          <Standing key={one.id} slug={slug} one={one} />
        ))}
      </ul>
      <MessageForm
        label="New announcement"
        description="To everybody who reviews here."
        submit="Announce"
        secondary
        isPending={announce.isPending}
        error={announce.error}
        onSend={(text, done) => announce.mutate({ text, to: null }, { onSuccess: done })}
      />
    </Part>
  );
}

function Standing({ slug, one }: { slug: string; one: WrittenAnnouncement }) {
  const withdraw = useWithdrawAnnouncement(slug);
  return (
    <li>
      <p dir="auto">{one.text}</p>
      <small>
        {one.by ? one.by.name || one.by.username : 'Former admin'}
        {one.to && `, to ${one.to.name || one.to.username}`}, {ago(one.at)}
        {one.changed_at && `, changed ${ago(one.changed_at)}`} · <Seen one={one} />
      </small>
      {withdraw.isError && <ErrorNote error={withdraw.error} />}
      <div className={classes.acts}>
        <Reword slug={slug} one={one} />
        <AskFirst
          verb="Withdraw"
          label={`Withdraw: ${one.text}`}
          question="It goes from all queues."
          yes="Withdraw"
          isPending={withdraw.isPending}
          onYes={() => withdraw.mutate(one.id)}
        />
      </div>
    </li>
  );
}

/** How many have seen it, and on request who has, and who has not. */
function Seen({ one: { seen, waiting } }: { one: WrittenAnnouncement }) {
  const [isOpen, setOpen] = useState(false);
  const total = seen.length + waiting.length;
  const nameOf = ({ name, username }: { name: string; username: string }) => name || username;
  return (
    <>
      <button type="button" className={classes.seen} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        seen by {seen.length} of {plural(total, 'person', 'people')}
      </button>
      {isOpen && (
        <span className={classes.who} dir="auto">
          {seen.length > 0 && `Seen by ${seen.map(({ person, at }) => `${nameOf(person)} ${ago(at)}`).join(', ')}. `}
          {waiting.length > 0 && `Not yet by ${waiting.map(nameOf).join(', ')}.`}
          {total === 0 && 'Nobody reviews here yet.'}
        </span>
      )}
    </>
  );
}

function Reword({ slug, one }: { slug: string; one: WrittenAnnouncement }) {
  const reword = useReword(slug);
  return (
    <DialogButton verb="Edit" label={`Edit: ${one.text}`} title="Edit the announcement">
      {(close) => (
        <MessageForm
          label="Text"
          description="Whoever has closed it sees it again."
          first={one.text}
          submit="Save"
          isPending={reword.isPending}
          error={reword.error}
          onSend={(text) => reword.mutate({ id: one.id, text, revision: one.revision }, { onSuccess: close })}
          beside={<Button onClick={close}>Cancel</Button>}
        />
      )}
    </DialogButton>
  );
}
