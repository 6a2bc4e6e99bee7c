/** A saved post-edit below what it replaces: its text, and on the active row what is different in it. */

import { IconAlertTriangle, IconFileText } from '@tabler/icons-react';
import { memo } from 'react';
import { Difference } from '@/ui/Difference';
import { classes } from '../frame/context';
import { standingWarnings } from '../model/checks';
import { sideText } from '../model/text';
import styles from './Chips.module.css';
import type { RowState } from './RowsGrid';

export interface PostEditedProps {
  text: string;
  /** The text as it was aligned. */
  aligned: string;
  language: string;
  /** Its open warnings, as one text. */
  warnings: string;
  active: boolean;
}

/** The saved post-edit as the row shows it; the opened row shows it in its field. */
export function postEditOf({ doc, row, active, opened }: RowState): PostEditedProps | null {
  if (row.post_edit === null || opened) return null;
  return {
    text: row.post_edit,
    aligned: sideText(doc, row, 'target'),
    language: doc.targetLanguage,
    warnings: standingWarnings(doc, row)
      .map((warning) => warning.text)
      .join(' '),
    active,
  };
}

export const PostEdited = memo(function PostEdited({ text, aligned, language, warnings, active }: PostEditedProps) {
  return (
    <div className={styles.edited} data-post-edited>
      <span className={styles.mark} title="post-edit">
        <IconFileText size={14} stroke={1.75} aria-hidden="true" />
        <span className="vh">post-edit: </span>
      </span>
      {warnings && (
        <span className={classes(styles.mark, styles.warned)} title={warnings}>
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
          <span className="vh">warning: {warnings} </span>
        </span>
      )}
      {/* Both stand in one place and the longer gives the height: nothing moves when the row becomes active. */}
      <span className={styles.versions}>
        <span className={styles.text} data-shown={!active} lang={language || undefined} dir="auto">
          {text || <i>empty</i>}
        </span>
        <span data-shown={active}>
          <Difference before={aligned} after={text} language={language} />
        </span>
      </span>
    </div>
  );
});
