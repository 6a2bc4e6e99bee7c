import { CsvButton } from '@/ui/CsvButton';
import { Table } from '@/ui/Table';
import type { Check } from './requests';

/** Rows of the table; the file has all words. */
const mostShown = 200;

/** The words that BWER counts, and where each comes from. */
export function RareWords({ words }: { words: Check['rare_words'] }) {
  if (words.length === 0) return null;
  return (
    <details>
      <summary>{words.length.toLocaleString('en')} rare words, on which BWER is counted</summary>
      <CsvButton
        name="rare-words"
        of="Rare words"
        header={['word', 'times', 'first in', 'page or sentence']}
        rows={words.map(({ word, n, title, number }) => [word, n, title, number])}
      />
      <Table label="Rare words" columns={['Word', 'Times', 'First in', 'Page or sentence']}>
        {words.slice(0, mostShown).map(({ word, n, title, number }) => (
          <tr key={word}>
            <td>{word}</td>
            <td className="num" data-label="Times">
              {n}
            </td>
            <td>{title}</td>
            <td className="num" data-label="Page or sentence">
              {number}
            </td>
          </tr>
        ))}
      </Table>
      {words.length > mostShown && <p className="soft">The first {mostShown} are shown; the file has all.</p>}
    </details>
  );
}
