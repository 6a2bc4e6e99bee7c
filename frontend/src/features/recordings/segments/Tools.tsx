import { useStore } from 'zustand';
import { Tool } from '@/ui/Tool';
import { keys } from './keys';
import { exact } from './model';
import classes from './Segments.module.css';
import type { SegmentsEditorState } from './useSegmentsEditor';

/** What can be heard and changed of the active segment. */
export function Tools({ editor, canEdit }: { editor: SegmentsEditorState; canEdit: boolean }) {
  const { active, segments, sound } = editor;
  const { on, at, trouble } = useStore(sound.store);
  const segment = segments[active];
  return (
    <div className={classes.tools} role="toolbar" aria-label="Segment">
      {sound.has && (
        <Tool of={keys.play} onClick={editor.play}>
          {on ? 'Pause' : 'Play'}
        </Tool>
      )}
      <span className="num" data-field="media-time">
        {exact(sound.has ? at : editor.mark)}
      </span>
      {trouble && (
        <span role="alert" className={classes.trouble}>
          {trouble}
        </span>
      )}
      {canEdit && (
        <>
          <Tool of={keys.split} onClick={editor.split}>
            Split here
          </Tool>
          <Tool of={keys.merge} isDisabled={active === segments.length - 1} onClick={editor.merge}>
            Merge with next
          </Tool>
          <Tool of={keys.confirm} onClick={editor.confirm}>
            {segment?.isSet ? 'Next' : 'Confirm'}
          </Tool>
        </>
      )}
      <p className={classes.why} role="status">
        {editor.why}
      </p>
    </div>
  );
}
