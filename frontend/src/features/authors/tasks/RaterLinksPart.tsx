import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useDefaults } from '@/api/defaults';
import { plural } from '@/lib/format';
import { useCopy } from '@/lib/useCopy';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { useFields } from '@/ui/useFields';
import { AddMembers } from './AddMembers';
import { InvitedRaters } from './InvitedRaters';
import { InviteRaters } from './InviteRaters';
import { codeOf, linkOf } from './model/figures';
import { type RaterLink, type RatingTask, useAddRaters, useRaterLinks } from './requests';
import classes from './Tasks.module.css';

/** The links of a task, the members who rate without one, and more of both. */
export function RaterLinksPart({ task, mayAdd }: { task: RatingTask; mayAdd: boolean }) {
  const links = useRaterLinks(task.id);
  const raters = links.data?.raters ?? [];
  const byLink = raters.filter(({ is_member }) => !is_member);
  const members = raters.filter(({ is_member }) => is_member);
  const invited = byLink.filter(({ email }) => email);
  const sendsEmail = useDefaults().data?.sends_email ?? true;
  const [result, setResult] = useState('');
  return (
    <Part
      title="Links and members"
      note={`${plural(task.n_links, 'rater')}${task.n_declined > 0 ? `, ${task.n_declined} declined` : ''}`}
      actions={byLink.length > 0 && <CopyLinks raters={byLink} />}
    >
      <Pending of={links} what="the links" />
      {links.data && raters.length === 0 && (
        <p className="soft">Nobody yet. A link is for one person; members sign in as themselves.</p>
      )}
      {members.length > 0 && (
        <ul className={classes.own}>
          {members.map((rater) => (
            <li key={rater.number}>
              <span dir="auto">{rater.user ? rater.user.name || rater.user.username : 'Account deleted'}</span>
              <small className={classes.howFar}>
                {codeOf(rater.number)}, {progress(rater)}
              </small>
            </li>
          ))}
        </ul>
      )}
      {invited.length > 0 && <InvitedRaters task={task} raters={invited} sendsEmail={sendsEmail} onDone={setResult} />}
      {byLink.some(({ token }) => token) && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className={classes.links} tabIndex={0}>
          {byLink
            .map((rater) => `${codeOf(rater.number)}\t${rater.email || progress(rater)}\t${linkOf(rater.token)}\n`)
            .join('')}
        </pre>
      )}
      {mayAdd && task.open && <InviteRaters task={task} onDone={setResult} />}
      {mayAdd && !sendsEmail && <p className="soft">E-mail is off on this site. Copy the links and pass them on.</p>}
      <p role="status" className="soft">
        {result}
      </p>
      {mayAdd && <AddRaters id={task.id} />}
      {mayAdd && <AddMembers id={task.id} slug={task.project} raters={raters} />}
    </Part>
  );
}

function progress({ state, begun_at, finished_at, n_rated, n_samples }: RaterLink): string {
  if (state === 'declined') return 'declined';
  if (finished_at) return 'finished';
  return begun_at ? `${n_rated} of ${n_samples}` : 'not begun';
}

/** Those that nobody has used yet, and that were not sent to anybody; of an address, with it. */
function CopyLinks({ raters }: { raters: RaterLink[] }) {
  const { state, copy } = useCopy();
  const unused = raters.filter(
    ({ token, state, email }) => token && (state === 'link' || (state === 'opened' && !email)),
  );
  if (unused.length === 0) return null;
  const words = { idle: `Copy ${plural(unused.length, 'unused link')}`, copied: 'Copied', failed: 'Couldn’t copy' };
  const text = unused.map(({ token, email }) => (email ? `${email}\t${linkOf(token)}` : linkOf(token))).join('\n');
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => void copy(text)}>
      <span aria-live="polite">{words[state]}</span>
    </Button>
  );
}

function AddRaters({ id }: { id: number }) {
  const add = useAddRaters(id);
  const { values, field, rest } = useFields({ n: 10 }, add.error);
  const most = useDefaults().data?.rating_task.most_raters ?? Number.MAX_SAFE_INTEGER;
  return (
    <Form
      label="Make links"
      onSubmit={() => add.mutate({ n: values.n, users: [] })}
      error={rest}
      submit="Make links"
      isPending={add.isPending}
      secondary
    >
      <NumberInput label="More raters" min={1} max={most} {...field('n')} />
    </Form>
  );
}
