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
  const { draft, focus } = usePassState(({ active, drafts, focusWritten }) => ({
    draft: drafts.get(editor.pass.masks[active]?.code ?? '')?.written ?? null,
    focus: focusWritten,
  }));
  const field = useRef<HTMLTextAreaElement>(null);
  const isOpen = draft !== null || focus > 0;
  useEffect(() => {
    if (focus > 0) field.current?.focus();
  }, [focus]);
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
          value={draft ?? answer?.written ?? ''}
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
      <span className={classes.name}>
        {draft !== null ? 'typed, not saved' : answer?.text ? how : 'made when you save'}
      </span>
      {!isOpen && (
        <Button size="xs" variant="subtle" aria-keyshortcuts={keys.written[0]} onClick={() => editor.openWritten()}>
          Edit written
        </Button>
      )}
    </div>
  );
}
