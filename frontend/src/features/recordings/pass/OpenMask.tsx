import { Button, Textarea } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { isComposing } from '@/lib/chords';
import { keyText } from '@/ui/Keys';
import { usePassEditor, usePassState } from './context';
import { fieldKeys, keys } from './keys';
import { digitAsWord, nearby, startOf } from './model';
import classes from './Pass.module.css';
import { Reading } from './Reading';
import { WrittenField } from './WrittenField';

/** Measuring the field, as `autosize` does, takes a third of the time from a key to the paint. */
const rowsOf = (text: string) =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / 40)), 0);

/** The open mask: what can be taken, the field, and words of the paper that are alike. */
export function OpenMask() {
  const editor = usePassEditor();
  const { pass, isSecond } = editor;
  const { active, draft, focus, answer } = usePassState((state) => ({
    active: state.active,
    draft: state.drafts.get(pass.masks[state.active]?.code ?? '')?.text ?? null,
    focus: state.focus,
    answer: state.answers.get(pass.masks[state.active]?.code ?? ''),
  }));
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focus > 0) field.current?.focus();
  }, [focus]);
  const mask = pass.masks[active];
  const words = useMemo(() => (mask ? nearby(mask, pass.words) : []), [mask, pass.words]);
  if (!mask) return null;
  const text = draft ?? startOf(mask, answer);
  const offered = digitAsWord(text);
  return (
    <div className={classes.open}>
      <Reading side="a" mask={mask} name={pass.recognisers?.a ?? 'recognisers'} certainty={mask.certain_a} />
      {(mask.b !== null || isSecond) && (
        <Reading
          side="b"
          mask={mask}
          name={pass.recognisers?.b ?? (pass.has_first ? 'first pass, unnamed' : 'No first answer')}
          certainty={mask.certain_b}
        />
      )}
      <div className={classes.reading}>
        <kbd>{keyText(keys.type)}</kbd>
        <Textarea
          ref={field}
          className={classes.field}
          aria-label={`What is said at mask ${active + 1}`}
          lang={pass.document.language || undefined}
          dir="auto"
          rows={rowsOf(text)}
          value={text}
          onChange={({ currentTarget }) => editor.draft(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            else if (event.key === 'Enter' && !isComposing(event.nativeEvent) && !event.shiftKey) {
              event.preventDefault();
              event.currentTarget.blur();
              editor.save();
            } else if (event.key === 'Tab' && !event.shiftKey && editor.spell()) event.preventDefault();
          }}
        />
        <span className={classes.name}>
          {offered ? `${offered.offer}. Tab` : draft === null ? 'the better' : 'typed, not saved'}
        </span>
        <Button variant="filled" size="xs" aria-keyshortcuts="Control+Enter" onClick={() => editor.save()}>
          Save, next <kbd>{keyText(fieldKeys.save)}</kbd>
        </Button>
      </div>
      {isSecond && <WrittenField answer={answer} />}
      {words.length > 0 && (
        <p className={classes.nearby}>
          <IconBook2 size={14} stroke={1.75} aria-hidden="true" /> In papers and slides:{' '}
          {words.map(({ word, n }, at) => (
            <button key={word} type="button" onClick={() => editor.takeText(word)}>
              <kbd>{at + 1}</kbd> <span lang={pass.document.language || undefined}>{word}</span>{' '}
              <small>{n === 1 ? 'once' : `${n} times`}</small>
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
