/** Asked when something was left before submitting: rows that nobody has reviewed, labels that are not set. */

import { Button, Group } from '@mantine/core';
import { useMemo } from 'react';
import { plural } from '@/lib/format';
import { goToUnreviewed } from '../editor/commands';
import { useEditor, useReview } from '../frame/context';
import { progressOf } from '../model/document';
import { everything } from '../model/filters';
import * as gestures from '../model/gestures';
import { missingLabels } from '../model/labels';
import { closeDialog, Dialog } from './Dialog';

export function SubmitDialog() {
  const editor = useEditor();
  const opened = useReview((state) => state.dialog === 'submit');
  const doc = useReview((state) => state.doc);
  const { rows, done } = useMemo(() => progressOf(doc), [doc]);
  const labels = useReview((state) => state.info.labels);
  const missing = useMemo(() => (opened ? missingLabels(doc, labels) : []), [doc, opened, labels]);
  const left = rows - done;
  const close = () => closeDialog(editor);
  const showUnlabelled = () => {
    close();
    editor.setView({ ...everything, filters: ['unlabelled'] });
  };
  return (
    <Dialog
      name="submit"
      size={480}
      title={left > 0 ? `${plural(left, 'row')} not reviewed yet` : 'Some labels are not set'}
    >
      <p className="soft">
        A submitted review is read-only until you reopen it.
        {left > 0 && ' Rows that are not reviewed do not become gold.'}
      </p>
      {missing.length > 0 && (
        <p className="soft">
          {missing
            .map(({ name, rows }) => `${plural(rows, 'row')} ${rows === 1 ? 'has' : 'have'} no ${name}.`)
            .join(' ')}
        </p>
      )}
      <Group gap={8} mt={16}>
        {left > 0 && (
          <Button
            variant="filled"
            data-autofocus
            onClick={() => {
              close();
              goToUnreviewed(editor);
            }}
          >
            Go to the next unreviewed
          </Button>
        )}
        {missing.length > 0 && (
          <Button
            variant={left > 0 ? 'default' : 'filled'}
            data-autofocus={left > 0 ? undefined : true}
            onClick={showUnlabelled}
          >
            Show rows without labels
          </Button>
        )}
        <Button
          onClick={() => {
            editor.do(gestures.submit(editor.state.doc, left > 0));
            close();
          }}
        >
          Submit anyway
        </Button>
      </Group>
    </Dialog>
  );
}
