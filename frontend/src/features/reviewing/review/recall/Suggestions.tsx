/** Below the post-edit field: what one can start from instead of the aligned text. */

import { useReview } from '../frame/context';
import { useKeyText } from '../frame/useKeyText';
import { offlineOf, rowOf } from '../model/document';
import { offersOf } from './offers';
import styles from './Recall.module.css';
import { TakeText } from './TakeText';
import { useMemory } from './useMemory';

/** `text`: what the field shows, which is not offered again. */
export function Suggestions({ row, text }: { row: string; text: string }) {
  const { key } = useKeyText();
  const { data } = useMemory(row, true);
  const language = useReview((state) => state.doc.targetLanguage);
  const offline = useReview(({ doc }) =>
    doc.kind === 'bitext' && doc.rows.has(row) ? offlineOf(doc, rowOf(doc, row)) : '',
  );
  const offers = offersOf(data?.rows ?? [], offline, text);
  return (
    <ul className={styles.offers} aria-label="To start from">
      {offers.map(({ id, name, text: offered, action }) => (
        <li key={id}>
          <span className={styles.name} title={name}>
            {id === 'offline' ? 'Offline' : 'Earlier'}
          </span>
          <span className={styles.said} lang={language || undefined} dir="auto" title={name}>
            {offered}
          </span>
          <TakeText row={row} text={offered}>
            Start from it {action && key(action) && <kbd>{key(action)}</kbd>}
          </TakeText>
        </li>
      ))}
    </ul>
  );
}
