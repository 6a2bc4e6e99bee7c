import { Button, NumberInput } from '@mantine/core';
import { plural } from '@/lib/format';
import { useCopy } from '@/lib/useCopy';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { useFields } from '@/ui/useFields';
import { codeOf, linkOf } from './model/figures';
import { type RaterLink, type RatingTask, useAddRaters, useRaterLinks } from './requests';
import classes from './Tasks.module.css';

/** The links of a task, and more of them. */
export function RaterLinksPart({ task, mayAdd }: { task: RatingTask; mayAdd: boolean }) {
  const links = useRaterLinks(task.id);
  const raters = links.data?.raters ?? [];
  return (
    <Part
      title="Links"
      note={plural(task.n_links, 'link')}
      actions={raters.length > 0 && <CopyLinks raters={raters} />}
    >
      <Pending of={links} what="the links" />
      {links.data && raters.length === 0 && <p className="soft">No links yet. Each is for one person.</p>}
      {raters.some(({ token }) => token) && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className={classes.links} tabIndex={0}>
          {raters.map((rater) => `${codeOf(rater.number)}\t${progress(rater)}\t${linkOf(rater.token)}\n`).join('')}
        </pre>
      )}
      {mayAdd && <AddRaters id={task.id} />}
    </Part>
  );
}

function progress({ begun_at, finished_at, n_rated, n_samples }: RaterLink): string {
  if (finished_at) return 'finished';
  return begun_at ? `${n_rated} of ${n_samples}` : 'not begun';
}

/** Those that nobody has used yet. */
function CopyLinks({ raters }: { raters: RaterLink[] }) {
  const { state, copy } = useCopy();
  const unused = raters.filter(({ token, begun_at }) => token && !begun_at);
  if (unused.length === 0) return null;
  const words = { idle: `Copy ${plural(unused.length, 'unused link')}`, copied: 'Copied', failed: 'Couldn’t copy' };
  const text = unused.map(({ token }) => linkOf(token)).join('\n');
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => void copy(text)}>
      <span aria-live="polite">{words[state]}</span>
    </Button>
  );
}

function AddRaters({ id }: { id: number }) {
  const add = useAddRaters(id);
  const { values, field, rest } = useFields({ n: 10 }, add.error);
  return (
    <Form
      label="Make links"
      onSubmit={() => add.mutate(values.n)}
      error={rest}
      submit="Make links"
      isPending={add.isPending}
      secondary
    >
      <NumberInput label="More raters" min={1} max={2000} {...field('n')} />
    </Form>
  );
}
