import styles from './Invite.module.css';
import type { AuthorList, Column } from './list';

import type { CheckedAuthors } from './requests';

interface ListPreviewProps {
  text: string;
  list: AuthorList;
  /** The server's verdict on the lines; absent until it has answered. */
  checked: CheckedAuthors | undefined;
  onSuggestion: (line: number, was: string, now: string) => void;
}

/** The list with its lines numbered, and under each what is wrong with it and where. */
export function ListPreview({ text, list, checked, onSuggestion }: ListPreviewProps) {
  const faults = new Map(checked?.lines.map((each) => [each.line, each]));
  const lines = new Map(list.lines.map((each) => [each.line, each]));
  return (
    <ol className={styles.lines} aria-label="Lines of the list">
      {text
        .replace(/\n+$/, '')
        .split('\n')
        .map((row, index) => {
          const number = index + 1;
          const fault = faults.get(number);
          const was = lines.get(number)?.talk ?? '';
          const column = fault?.field ? list.columns.get(number)?.[fault.field as Column] : undefined;
          return (
            <li key={`${number} ${row}`} data-state={fault?.state}>
              <span>{number}</span>
              <span dir="auto">{row}</span>
              {fault && fault.state !== 'ready' && (
                <em>
                  {column !== undefined && `column ${column}: `}
                  {fault.message}
                  {fault.suggestion && (
                    <>
                      {' '}
                      Did you mean{' '}
                      <button type="button" onClick={() => onSuggestion(number, was, fault.suggestion)}>
                        {fault.suggestion}
                      </button>
                      ?
                    </>
                  )}
                </em>
              )}
            </li>
          );
        })}
    </ol>
  );
}
