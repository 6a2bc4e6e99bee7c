/** What this project asks of its annotators, beside the row. */

import { useReview } from '../frame/context';
import styles from './GuidelinesTab.module.css';
import { Markdown } from './Markdown';

export function GuidelinesTab() {
  const info = useReview((state) => state.info);
  return (
    <section className={styles.guide}>
      <h2>Guidelines</h2>
      <Markdown text={info.guidelines || 'This project has no guidelines yet. Admins can add them in the settings.'} />
      <h3>Labels</h3>
      <p>
        <code>good_align</code>: source and target say the same thing, with nothing extra on either side.
        <br />
        <code>good_mt</code>: you would accept the target as a reference translation.
      </p>
      {info.error_tags.length > 0 && (
        <>
          <h3>Error tags</h3>
          <p>{info.error_tags.join(', ')}</p>
        </>
      )}
    </section>
  );
}
