import { NumberInput } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { clock } from '@/lib/format';
import { Key, shortcutOf } from '@/ui/Keys';
import { Tool } from '@/ui/Tool';
import { keys } from './keys';
import classes from './Timeline.module.css';
import type { TimelineEditorState } from './useTimelineEditor';

interface ToolsProps {
  editor: TimelineEditorState;
  nPages: number;
  /** The field for the number of a page, which a key goes to. */
  field: RefObject<HTMLInputElement | null>;
  /** Makes it one without a slide, or asks of which kind that is. */
  onNoSlide: () => void;
}

/** What can be changed about the active stretch. */
export function Tools({ editor, nPages, field, onNoSlide }: ToolsProps) {
  const { active, position, timeline } = editor;
  const page = timeline.stretches[active]?.page ?? 0;
  const [typed, setTyped] = useState<number | string | null>(null);
  const isFirst = active === 0;
  return (
    <div className={classes.tools} role="toolbar" aria-label="Stretch">
      <form
        className={classes.pageField}
        onSubmit={(event) => {
          event.preventDefault();
          if (typeof typed === 'number') editor.setPage(typed);
          // The other keys work again.
          field.current?.blur();
        }}
      >
        <NumberInput
          ref={field}
          aria-label="Page"
          aria-keyshortcuts={shortcutOf(keys.page)}
          leftSection={<Key of={keys.page} />}
          min={0}
          max={nPages}
          clampBehavior="none"
          allowDecimal={false}
          hideControls
          size="xs"
          w={76}
          value={typed ?? page}
          onChange={setTyped}
          onBlur={() => setTyped(null)}
        />
      </form>
      <Tool of={keys.none} onClick={onNoSlide}>
        {page === 0 ? 'Which kind…' : 'No slide'}
      </Tool>
      <Tool of={keys.cut} onClick={editor.cut}>
        Cut at {clock(position)}
      </Tool>
      <Tool of={keys.merge} isDisabled={active === timeline.stretches.length - 1} onClick={editor.merge}>
        Merge with next
      </Tool>
      <Tool of={keys.start_earlier} isDisabled={isFirst} onClick={() => editor.moveStart(-1)}>
        Start 1 s earlier
      </Tool>
      <Tool of={keys.start_later} isDisabled={isFirst} onClick={() => editor.moveStart(1)}>
        Start 1 s later
      </Tool>
    </div>
  );
}
