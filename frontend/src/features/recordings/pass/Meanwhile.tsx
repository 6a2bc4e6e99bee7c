import { Button } from '@mantine/core';
import { usePassEditor, usePassState } from './context';
import { shownAs } from './model';
import classes from './Pass.module.css';

/** What somebody has to know or to decide before their answers can be saved; what the last key had to say. */
export function Meanwhile() {
  const editor = usePassEditor();
  const { said, conflict, trouble } = usePassState((state) => ({
    said: state.said,
    conflict: state.queue.conflict,
    trouble: state.queue.trouble,
  }));
  return (
    <>
      {conflict && (
        <div className={classes.notice} role="alert">
          <p>
            Mask {(editor.numbers.get(conflict.body.mask) ?? 0) + 1} was answered in another tab or on another device: “
            {shownAs(conflict.body.answer ?? undefined) ?? 'nothing'}”. Yours: “
            {shownAs(conflict.operation.answer ?? undefined) ?? 'nothing'}”.
          </p>
          <Button onClick={() => editor.resolve('mine')}>Keep mine</Button>
          <Button onClick={() => editor.resolve('theirs')}>Take theirs</Button>
        </div>
      )}
      {trouble?.kind === 'closed' && (
        <div className={classes.notice} role="alert">
          <p>{trouble.detail}</p>
        </div>
      )}
      <p className={classes.said} role="status">
        {said}
      </p>
    </>
  );
}
