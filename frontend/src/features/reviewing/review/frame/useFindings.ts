/** Keeps count of what there is to look at before submitting, whenever the hand rests. */

import { useEffect } from 'react';
import { draftsOf } from '../editor/drafts';
import { loadFindings } from '../editor/laterFindings';
import { useEditor, useReview } from './context';

/** After the last edit, in milliseconds: nothing is looked for between two presses of a key. */
const rest = 400;

export function useFindings(): void {
  const editor = useEditor();
  const doc = useReview((state) => state.doc);
  const glossary = useReview((state) => state.glossary);
  const labels = useReview((state) => state.info.labels);
  const drafted = useReview((state) => [...draftsOf(state).keys()].join());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked at depends on all of them
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (milliseconds: number) =>
      new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(!isGone), milliseconds);
      });
    const look = async () => {
      if (!(await wait(rest))) return;
      const findings = await loadFindings();
      if (!isGone) await findings.look(editor, () => wait(0));
    };
    // Without the code, which is asked for again after the next edit, nothing is counted.
    look().catch(() => undefined);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [editor, doc, glossary, labels, drafted]);
}
