import { Button, FileButton, Group, Textarea } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { count, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { NumberedLines } from '@/ui/large/NumberedLines';
import styles from './Invite.module.css';
import type { AuthorList, Column } from './list';
import type { CheckedAuthors } from './requests';
import type { AuthorsListState } from './useAuthorsList';

interface AuthorsListProps {
  authors: AuthorsListState;
  checked: CheckedAuthors | undefined;
  isOfOneTalk: boolean;
}

/** The list of authors, as text or line by line with what is wrong, and how many lines are right. */
export function AuthorsList({ authors, checked, isOfOneTalk }: AuthorsListProps) {
  const { text, list, isEditing, problem, listing } = authors;
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void authors.open(event.dataTransfer.files[0]);
  };
  return (
    <section
      aria-label="List of authors"
      className={isOver ? styles.over : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h3>Authors</h3>
      <Group gap={8} mb={8}>
        <FileButton onChange={(file) => void authors.open(file)} accept=".csv,.tsv,.txt,text/csv,text/plain">
          {(props) => <Button {...props}>{text ? 'Replace by a file…' : 'Choose a file…'}</Button>}
        </FileButton>
        {!isOfOneTalk && (
          <Button loading={listing.isPending} onClick={authors.takeFromPapers}>
            From the papers
          </Button>
        )}
        {text && <Button onClick={() => authors.edit(!isEditing)}>{isEditing ? 'Show lines' : 'Edit'}</Button>}
      </Group>
      {isEditing ? (
        <Textarea
          aria-label="List"
          placeholder={isOfOneTalk ? 'Ines Valcour,valcour@uni-nord.example' : example}
          description={`Paste from a spreadsheet, drop a file here, or type.${
            isOfOneTalk ? '' : ' A talk by its title, id or file name.'
          }`}
          rows={10}
          spellCheck={false}
          value={text}
          onChange={(event) => authors.type(event.currentTarget.value)}
          onPaste={() => text === '' && setTimeout(() => authors.edit(false))}
          data-autofocus
        />
      ) : (
        <ListPreview text={text} list={list} checked={checked} onSuggestion={authors.takeSuggestion} />
      )}
      {checked && (
        <p className={styles.counts} role="status">
          <span data-tone="good">{count(checked.n_ready)} ready</span>
          {checked.n_wrong > 0 && <span data-tone="bad">{plural(checked.n_wrong, 'error')}</span>}
          {checked.n_skipped > 0 && <span data-tone="warm">{count(checked.n_skipped)} skipped</span>}
        </p>
      )}
      {problem && <ErrorNote error={new Error(problem)} />}
      {listing.isError && <ErrorNote error={listing.error} />}
    </section>
  );
}

const example = 'name,email,talk\nInes Valcour,valcour@uni-nord.example,breath-comma';

interface ListPreviewProps {
  text: string;
  list: AuthorList;
  /** The server's verdict on the lines; absent until it has answered. */
  checked: CheckedAuthors | undefined;
  onSuggestion: (line: number, was: string, now: string) => void;
}

/** The list with its lines numbered, and under each what is wrong with it and where. */
function ListPreview({ text, list, checked, onSuggestion }: ListPreviewProps) {
  const faults = new Map(checked?.lines.map((each) => [each.line, each]));
  const lines = new Map(list.lines.map((each) => [each.line, each]));
  return (
    <NumberedLines
      label="Lines of the list"
      lines={text
        .replace(/\n+$/, '')
        .split('\n')
        .map((row, index) => {
          const number = index + 1;
          const fault = faults.get(number);
          const was = lines.get(number)?.talk ?? '';
          const column = fault?.field ? list.columns.get(number)?.[fault.field as Column] : undefined;
          const note = fault && fault.state !== 'ready' && (
            <>
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
            </>
          );
          return { number, text: row, state: fault?.state, note };
        })}
    />
  );
}
