import { Button } from '@mantine/core';
import { IconCloudCheck, IconCloudOff, IconLoader2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '@/api/session';
import { initials } from '@/lib/format';
import { Mark } from '@/ui/Mark';
import { UndoRedo } from '@/ui/UndoRedo';
import { usePassEditor, usePassState } from './context';
import { keys } from './keys';
import classes from './Pass.module.css';
import { savedWords } from './savedWords';

interface PassHeadProps {
  onSubmit: () => void;
  isSubmitting: boolean;
}

/** Where you are, how far, whether everything is saved, undo, submit. */
export function PassHead({ onSubmit, isSubmitting }: PassHeadProps) {
  const editor = usePassEditor();
  const { document, kind, masks } = editor.pass;
  const { n, canUndo, canRedo } = usePassState((state) => ({
    n: state.answers.size,
    canUndo: state.undo.length > 0,
    canRedo: state.redo.length > 0,
  }));
  const user = useSession().data?.user;
  const name = user?.name || user?.username || '';
  return (
    <header className={classes.head}>
      <Link to={`/p/${document.project}/reviews/transcripts`} aria-label="Transcripts" className={classes.home}>
        <Mark />
      </Link>
      <h1 lang={document.language || undefined} dir="auto" title={document.title}>
        {document.title}
      </h1>
      <span className={classes.meta}>transcript · {kind === 'first' ? '2 recognisers' : 'second pass'}</span>
      <span className="grow" />
      <progress className={classes.meter} value={n} max={masks.length} aria-label="Masks filled" />
      <span data-field="progress">
        {n} of {masks.length}
      </span>
      <Saved />
      <UndoRedo
        keys={keys}
        editor={{ canUndo, canRedo, undo: () => editor.step('undo'), redo: () => editor.step('redo') }}
      />
      <Button data-field="submit" loading={isSubmitting} onClick={onSubmit}>
        Submit
      </Button>
      <span className={classes.who} role="img" aria-label={`Signed in as ${name}`} title={name}>
        {initials(name)}
      </span>
    </header>
  );
}

function Saved() {
  const { queue, total } = usePassState((state) => ({ queue: state.queue, total: state.answers.size }));
  const { text, tone, time } = savedWords(queue, total);
  const Icon = tone === 'quiet' ? (queue.waiting.length > 0 ? IconLoader2 : IconCloudCheck) : IconCloudOff;
  return (
    <span className={classes.saved} role="status" data-field="save-state" data-tone={tone} title={text}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <span>{text}</span>
      {time && <time>{time}</time>}
    </span>
  );
}
