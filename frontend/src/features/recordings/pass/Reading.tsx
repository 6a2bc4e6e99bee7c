import { Button } from '@mantine/core';
import { probability } from '@/lib/format';
import { keyText } from '@/ui/Keys';
import { usePassEditor } from './context';
import { keys } from './keys';
import classes from './Pass.module.css';
import type { Mask } from './requests';

interface ReadingProps {
  side: 'a' | 'b';
  mask: Mask;
  /** Whose reading it is. */
  name: string;
  certainty: number | null;
}

/** What one of the two says, and the button that takes it. */
export function Reading({ side, mask, name, certainty }: ReadingProps) {
  const editor = usePassEditor();
  const text = side === 'a' ? mask.a : mask.b;
  const of = side === 'a' ? keys.take_a : keys.take_b;
  const empty = mask.b_choice === 'unintelligible' && side === 'b' ? 'unintelligible' : 'nothing';
  return (
    <div className={classes.reading}>
      <kbd>{keyText(of)}</kbd>
      <span className={classes.heard} lang={editor.pass.document.language || undefined} dir="auto">
        {text ? <mark>{text}</mark> : text === '' ? <i>{empty}</i> : '–'}
      </span>
      <span className={classes.name}>
        {name}
        {certainty !== null && <small className="num"> {probability(certainty)}</small>}
      </span>
      {text !== null && (
        <Button size="xs" aria-keyshortcuts={of[0]} onClick={() => editor.takeSide(side)}>
          Take {side.toUpperCase()}
        </Button>
      )}
    </div>
  );
}
