import { useState } from 'react';
import { onlyLines, readAuthors, withSuggestion, writeAuthors } from './list';
import { useListedAuthors } from './requests';

/** Larger than any list that the server takes; a file like that was chosen by mistake. */
const mostCharacters = 12_000_000;

interface AuthorsListOf {
  slug: string;
  /** The run that all of them rate; by default each line names its talk. */
  run?: number | undefined;
  onType: () => void;
}

/** A list of authors as text: typed, pasted, from a file or from the papers, and its lines. */
export function useAuthorsList({ slug, run, onType }: AuthorsListOf) {
  const listed = useListedAuthors(slug);
  const [text, setText] = useState('');
  const [isEditing, setEditing] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const list = readAuthors(text, run);

  const type = (next: string) => {
    setText(next);
    setProblem(null);
    onType();
  };
  const show = (next: string) => {
    type(next);
    setEditing(false);
  };
  return {
    text,
    list,
    isEditing: isEditing || list.lines.length === 0,
    problem: problem ?? list.problem,
    listing: listed,
    type,
    /** Whether the text is edited, or its lines are shown with what is wrong with them. */
    edit: setEditing,
    open: async (file: File | null | undefined) => {
      if (!file) return;
      if (file.size > mostCharacters) setProblem(`${file.name} is too large for a list of authors.`);
      else show(await file.text());
    },
    takeFromPapers: () =>
      listed.mutate(undefined, {
        onSuccess: ({ authors }) => {
          if (authors.length > 0) show(writeAuthors(authors));
          else setProblem('No paper lists authors who haven’t been invited yet.');
        },
      }),
    takeSuggestion: (line: number, was: string, now: string) => type(withSuggestion(text, line, was, now)),
    /** Leaves these lines only, for whoever puts them right. */
    keepOnly: (lines: ReadonlySet<number>) => setText(onlyLines(text, lines, run)),
  };
}

export type AuthorsListState = ReturnType<typeof useAuthorsList>;
