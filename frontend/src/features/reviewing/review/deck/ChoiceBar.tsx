/** How another page is chosen for the active row: from the filmstrip, by its number, or none. */

import { type KeyboardEvent, useState } from 'react';
import { isComposing } from '@/lib/chords';
import { clock } from '@/lib/format';
import { TextButton } from '../bars/buttons';
import { runFromBar } from '../editor/commands';
import { backToTalk, takePage } from '../editor/pageChoice';
import { readOnly } from '../editor/state';
import { useEditor, useKeyText, useReview, useReviewParts } from '../frame/context';
import { pagesOf } from '../model/deck';
import { startSeconds } from '../model/summary';
import { numberTyped } from '../model/typed';
import styles from './Deck.module.css';

export function ChoiceBar() {
  const editor = useEditor();
  const { doc, active, isChoosing } = useReviewParts((state) => ({
    doc: state.doc,
    active: state.active,
    isChoosing: state.paperCursor !== null,
  }));
  const locked = useReview(readOnly) !== null;
  const { keyed } = useKeyText();
  if (locked || active === null) return null;
  const seconds = startSeconds(doc, active);
  return (
    <div className={styles.choice}>
      {isChoosing ? (
        <>
          <span role="status">
            Page for <b>{seconds === null ? `row ${doc.order.indexOf(active) + 1}` : clock(seconds)}</b>
          </span>
          <TextButton
            title={keyed('Choose the page shown', 'deck_choose')}
            onClick={() => runFromBar(editor, 'deck_choose')}
          >
            Choose
          </TextButton>
          <TextButton title={keyed('No slide', 'deck_none')} onClick={() => runFromBar(editor, 'deck_none')}>
            No slide
          </TextButton>
          <TextButton title={keyed('Back to the talk', 'deck_back')} onClick={() => backToTalk(editor)}>
            Cancel
          </TextButton>
        </>
      ) : (
        <TextButton title={keyed('Choose another page', 'to_deck')} onClick={() => runFromBar(editor, 'to_deck')}>
          Choose another page
        </TextButton>
      )}
      <PageNumber />
    </div>
  );
}

/** What is typed is shown at once; Enter chooses it for the row, Escape leaves the row as it is. */
function PageNumber() {
  const editor = useEditor();
  const pages = pagesOf(useReview((state) => state.doc));
  const { key } = useKeyText();
  const [text, setText] = useState('');
  const pageAt = (typed: string) => pages.find(({ number }) => number === numberTyped(typed));
  const type = (typed: string) => {
    setText(typed);
    const page = pageAt(typed);
    if (page) editor.set({ paperCursor: page.unit });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') backToTalk(editor);
    else if (event.key !== 'Enter' || !text) return;
    else {
      const page = pageAt(text);
      if (page) takePage(editor, page.unit);
      else return editor.say(`The slides have no page ${text}: they have pages 1 to ${pages.at(-1)?.number}.`, 'warn');
    }
    setText('');
  };
  return (
    <span className={styles.number}>
      <input
        data-field="page-number"
        aria-label="Page number"
        placeholder="Page no."
        inputMode="numeric"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {!text && <kbd>{key('to_page')}</kbd>}
    </span>
  );
}
