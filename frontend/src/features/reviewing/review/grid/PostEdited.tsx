/** A post-edit below what it replaces, saved or begun: its text, and on the active row what is different in it. */

import { IconAlertTriangle, IconFileText } from '@tabler/icons-react';
import { memo } from 'react';
import { Difference } from '@/ui/Difference';
import { draftOf } from '../editor/drafts';
import { classes, useReview } from '../frame/context';
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
  isDraft: boolean;
}

/** The post-edit as the row shows it, or what was begun of another; the opened row shows it in its field. */
export function postEditOf({ doc, row, active, opened }: RowState, draft: string | null): PostEditedProps | null {
  const text = draft ?? row.post_edit;
  if (text === null || opened) return null;
  const warnings = draft === null ? standingWarnings(doc, row) : [];
  return {
    text,
    aligned: sideText(doc, row, 'target'),
    language: doc.targetLanguage,
    warnings: warnings.map((warning) => warning.text).join(' '),
    active,
    isDraft: draft !== null,
  };
}

export function useDraft(row: string): string | null {
  return useReview((state) => draftOf(state, row));
}

export const PostEdited = memo(function PostEdited(props: PostEditedProps) {
  const { text, aligned, language, warnings, active, isDraft } = props;
  return (
    <div className={styles.edited} data-post-edited>
      {isDraft ? (
        <span className={styles.draft} title="post-edit, not saved">
          not saved
        </span>
      ) : (
        <span className={styles.mark} title="post-edit">
          <IconFileText size={14} stroke={1.75} aria-hidden="true" />
          <span className="vh">post-edit: </span>
        </span>
      )}
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
