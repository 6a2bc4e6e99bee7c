import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useSession } from '@/api/session';
import { initials } from '@/lib/format';
import { SaveWords } from '@/ui/large/SaveState';
import { Mark } from '@/ui/Mark';
import { UndoRedo } from '@/ui/UndoRedo';
import { usePassEditor, usePassState } from './context';
import { keys } from './keys';
import classes from './Pass.module.css';
import { savedWords } from './savedWords';

/** Where you are, how far, whether everything is saved, undo, submit. */
export function PassHead({ onSubmit }: { onSubmit: () => void }) {
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
      <Button data-field="submit" onClick={onSubmit}>
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
  return <SaveWords text={text} tone={tone} time={time} isSaved={queue.waiting.length === 0} />;
}
