/** Asked before submitting when rows are left that nobody has reviewed. */

import { Button, Group } from '@mantine/core';
import { useMemo } from 'react';
import { capital, plural } from '@/lib/format';
import { rowWords } from '@/ui/kinds';
import { goToUnreviewed, run } from '../editor/commands';
import { draftsOf } from '../editor/drafts';
import { useEditor, useReview } from '../frame/context';
import { progressOf } from '../model/document';
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
  const drafts = useReview((state) => draftsOf(state).size);
  const left = rows - done;
  const words = rowWords[doc.kind];
  const close = () => closeDialog(editor);
  return (
    <Dialog name="submit" size={480} title={`${plural(left, ...words)} not reviewed yet`}>
      <p className="soft">
        A submitted review is read-only until you reopen it. {capital(words[1])} that are not reviewed do not become
        gold.
      </p>
      {drafts > 0 && (
        <p className="soft">
          {plural(drafts, ...words)} {drafts === 1 ? 'has' : 'have'} a post-edit that is not saved, and stays on this
          device.
        </p>
      )}
      {missing.length > 0 && (
        <p className="soft">
          {missing
            .map(({ name, rows }) => `${plural(rows, ...words)} ${rows === 1 ? 'has' : 'have'} no ${name}.`)
            .join(' ')}
        </p>
      )}
      <Group gap={8} mt={16}>
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
        <Button
          onClick={() => {
            close();
            run(editor, 'findings');
          }}
        >
          Show the findings
        </Button>
        <Button
          onClick={() => {
            editor.do(gestures.submit(editor.state.doc, true));
            close();
          }}
        >
          Submit anyway
        </Button>
      </Group>
    </Dialog>
  );
}
