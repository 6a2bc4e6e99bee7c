import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef } from 'react';
import { chordOf, isComposing, isMac } from '@/lib/chords';
import { keyText } from '@/ui/Keys';
import { fieldKeys } from './keys';
import { longest } from './model';
import type { Block } from './requests';
import classes from './SlideText.module.css';
import type { SlideEditorState } from './useSlideEditor';

const Preview = lazy(async () => ({ default: (await import('./Formula')).Preview }));

interface OpenBlockProps {
  editor: SlideEditorState;
  block: Block;
  language: string;
}

/** The field of the open block; of a formula, with what it looks like. What is typed stays, however the field is left. */
export function OpenBlock({ editor, block, language }: OpenBlockProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isFormula = block.kind === 'formula';
  const text = editor.draft ?? block.text;
  useEffect(() => field.current?.focus(), []);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    const chord = chordOf(event.nativeEvent, isMac());
    if (chord === fieldKeys.leave[0]) editor.leave();
    else if (chord === fieldKeys.save[0]) editor.accept();
    else if (chord === fieldKeys.split[0]) editor.split(event.currentTarget.selectionStart);
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.field}>
      <Textarea
        ref={field}
        aria-label={isFormula ? 'LaTeX of the block' : 'Text of the block'}
        classNames={{ input: isFormula ? classes.tex : undefined }}
        lang={isFormula ? undefined : language || undefined}
        dir={isFormula ? 'ltr' : 'auto'}
        spellCheck={!isFormula}
        autosize
        minRows={1}
        maxLength={longest}
        value={text}
        onChange={({ currentTarget }) => editor.setDraft(currentTarget.value)}
        onKeyDown={press}
      />
      {isFormula && (
        <Suspense>
          <Preview tex={text} last={editor.textBefore} />
        </Suspense>
      )}
      <p className={classes.buttons}>
        <Button variant="filled" size="xs" onClick={editor.accept}>
          Save, next <kbd>{keyText(fieldKeys.save)}</kbd>
        </Button>
        <Button size="xs" onClick={() => editor.split(field.current?.selectionStart ?? 0)}>
          Split at the caret
        </Button>
        <Button size="xs" onClick={() => editor.leave()}>
          Leave
        </Button>
      </p>
    </div>
  );
}
