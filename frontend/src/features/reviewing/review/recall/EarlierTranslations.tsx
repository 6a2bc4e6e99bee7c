/** What rows with the same source were translated as, offered for the active row. */

import { useReview } from '../frame/context';
import { useKeyText } from '../frame/useKeyText';
import styles from './Recall.module.css';
import { TakeText } from './TakeText';
import { useMemory } from './useMemory';

/** Nothing stands here unless there is something: most rows say what was never said before. */
export function EarlierTranslations({ row }: { row: string }) {
  const { data } = useMemory(row, false);
  const language = useReview((state) => state.doc.targetLanguage);
  const { key } = useKeyText();
  if (!data || data.rows.length === 0) return null;
  return (
    <section>
      <h2>
        Earlier {data.rows.length === 1 ? 'translation' : 'translations'}{' '}
        {key('use_memory') && (
          <small>
            <kbd>{key('use_memory')}</kbd> to start from {data.rows.length === 1 ? 'it' : 'the first'}
          </small>
        )}
      </h2>
      <ol className={styles.earlier}>
        {data.rows.map(({ row: id, translation, title, post_edit: edited }) => (
          <li key={id}>
            <p lang={language || undefined} dir="auto">
              {translation}
            </p>
            <small>
              {edited === null ? '' : 'post-edit, '}
              {title}
            </small>
            <TakeText row={row} text={translation}>
              Use
            </TakeText>
          </li>
        ))}
      </ol>
    </section>
  );
}
