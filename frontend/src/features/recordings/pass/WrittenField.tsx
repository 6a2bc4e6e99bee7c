import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { isComposing } from '@/lib/chords';
import { keyText } from '@/ui/Keys';
import { usePassEditor, usePassState } from './context';
import { keys } from './keys';
import classes from './Pass.module.css';
import type { Answer } from './requests';

/** The written form of an answer: made by rule, or as somebody wrote it. */
export function WrittenField({ answer }: { answer: Answer | undefined }) {
  const editor = usePassEditor();
  const written = usePassState((state) => state.written);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOpen = written !== null;
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  const how = answer?.is_stale ? 'spoken changed since' : answer?.written_by_hand ? 'changed by hand' : 'made by rule';
  return (
    <div className={classes.reading} data-layer="written">
      <kbd>{keyText(keys.written)}</kbd>
      {isOpen ? (
        <Textarea
          ref={field}
          className={classes.field}
          aria-label="Written form"
          lang={editor.pass.document.language || undefined}
          dir="auto"
          rows={1}
          autosize
          value={written}
          onChange={({ currentTarget }) => editor.write(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            if (event.key !== 'Enter' || isComposing(event.nativeEvent) || event.shiftKey) return;
            event.preventDefault();
            event.currentTarget.blur();
            editor.save();
          }}
        />
      ) : (
        <span className={classes.heard} lang={editor.pass.document.language || undefined} dir="auto">
          {answer?.written || '–'}
        </span>
      )}
      <span className={classes.name}>{answer?.text ? how : 'made when you save'}</span>
      {!isOpen && (
        <Button size="xs" variant="subtle" aria-keyshortcuts={keys.written[0]} onClick={() => editor.openWritten()}>
          Edit written
        </Button>
      )}
    </div>
  );
}
