/** What the person is asked about chips and texts on their way to other rows. */

import { plural } from '@/lib/format';
import { rowsAsked } from '../editor/carrying';
import { run } from '../editor/commands';
import { readOnly } from '../editor/state';
import { useEditor, useKeyText, useReview } from '../frame/context';
import { findChip } from '../model/document';
import { chipText } from '../model/text';
import styles from './Bar.module.css';
import { MainButton, QuietButton } from './buttons';

/** After a post-edit was saved: the same text in rows with the same source, asked once for all of them. */
function RepeatBar() {
  const editor = useEditor();
  const n = useReview(({ repeats, doc }) => (repeats ? rowsAsked(doc, repeats).length : 0));
  const locked = useReview(readOnly) !== null;
  const { key } = useKeyText();
  if (n === 0 || locked) return null;
  return (
    <section className={styles.batch} aria-label="The same source elsewhere">
      <span role="status">
        <b>{plural(n, 'more row')}</b> {n === 1 ? 'has' : 'have'} this source and another text.
      </span>
      <span className="grow" />
      <MainButton onClick={() => run(editor, 'repeat_text')}>
        Use this text there too <kbd>{key('repeat_text')}</kbd>
      </MainButton>
      <QuietButton onClick={() => editor.set({ repeats: null, focus: editor.state.focus + 1 })}>Only here</QuietButton>
    </section>
  );
}

/** While a chip is cut. */
function CutBar() {
  const editor = useEditor();
  const { key } = useKeyText();
  const text = useReview(({ cut, doc }) => {
    const place = cut === null ? null : findChip(doc.rows, cut);
    return place ? chipText(place.chip, place.side === 'source' ? doc.sourceUnits : doc.targetUnits) : null;
  });
  const language = useReview(({ cut, doc }) =>
    cut !== null && findChip(doc.rows, cut)?.side === 'source' ? doc.sourceLanguage : doc.targetLanguage,
  );
  const locked = useReview(readOnly) !== null;
  if (text === null || locked) return null;
  return (
    <section className={styles.batch} aria-label="A chip is cut">
      <span className={styles.cut} role="status">
        Cut:{' '}
        <b lang={language || undefined} dir="auto">
          {text}
        </b>
      </span>
      <span className="grow" />
      <MainButton onClick={() => run(editor, 'paste_chip')}>
        Paste into this row <kbd>{key('paste_chip')}</kbd>
      </MainButton>
      <QuietButton onClick={() => editor.set({ cut: null, focus: editor.state.focus + 1 })}>Leave it</QuietButton>
    </section>
  );
}

export function CarryingBars() {
  return (
    <>
      <CutBar />
      <RepeatBar />
    </>
  );
}
