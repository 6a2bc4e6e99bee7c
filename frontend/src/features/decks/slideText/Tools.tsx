import { Select } from '@mantine/core';
import { Tool } from '@/ui/Tool';
import { keys } from './keys';
import { type Kind, kinds } from './model';
import classes from './SlideText.module.css';
import type { BoxModeState } from './useBoxMode';
import type { SlideEditorState } from './useSlideEditor';
import { inTheMiddle } from './useSlideKeys';

interface ToolsProps {
  editor: SlideEditorState;
  mode: BoxModeState;
}

/** What can be done with the open block. */
export function Tools({ editor, mode }: ToolsProps) {
  const { block, slide, size } = editor;
  return (
    <div className={classes.tools} role="toolbar" aria-label="Block">
      <Tool of={keys.accept} isDisabled={!block} onClick={editor.accept}>
        Accept
      </Tool>
      <Tool of={keys.edit} isDisabled={!block} onClick={() => editor.edit()}>
        Edit
      </Tool>
      <Tool of={keys.merge} isDisabled={!block} onClick={editor.merge}>
        Merge with next
      </Tool>
      <Tool of={keys.split} isDisabled={!block} onClick={() => editor.split()}>
        Split
      </Tool>
      <Tool of={keys.up} isDisabled={!block} onClick={() => editor.move(-1)}>
        Up
      </Tool>
      <Tool of={keys.down} isDisabled={!block} onClick={() => editor.move(1)}>
        Down
      </Tool>
      <Tool of={keys.leave_out} isDisabled={!block} onClick={() => editor.leaveOut()}>
        {block?.left_out ? 'Include' : 'Leave out'}
      </Tool>
      <Select
        aria-label="Kind"
        size="xs"
        w={118}
        allowDeselect={false}
        disabled={!block}
        value={block?.kind ?? null}
        onChange={(kind) => kind && editor.setKind(kind as Kind)}
        data={[...kinds]}
      />
      <Tool of={keys.box} onClick={() => editor.addBlock(inTheMiddle(size))}>
        New box
      </Tool>
      <Tool of={keys.resize} isDisabled={!block?.box} onClick={mode.next}>
        {mode.is === 'size' ? 'Move' : 'Resize'}
      </Tool>
      <Tool of={keys.check} onClick={() => editor.setChecked(!slide.isChecked)}>
        {slide.isChecked ? 'Not checked' : 'Slide checked'}
      </Tool>
    </div>
  );
}
