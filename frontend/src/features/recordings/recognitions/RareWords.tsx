import { count } from '@/lib/format';
import { Table } from '@/ui/Table';
import { type Check, rareWordsCsv } from './requests';

interface RareWordsProps {
  document: number;
  /** The first of them. */
  words: Check['rare_words'];
  n: number;
}

/** The words that BWER counts, and where each comes from. */
export function RareWords({ document, words, n }: RareWordsProps) {
  if (words.length === 0) return null;
  return (
    <details>
      <summary>{count(n)} rare words, on which BWER is counted</summary>
      <a href={rareWordsCsv(document)} download aria-label="Rare words as CSV">
        CSV
      </a>
      <Table label="Rare words" columns={['Word', 'Times', 'First in', 'Page or sentence']}>
        {words.map(({ word, n, title, number }) => (
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
      {n > words.length && <p className="soft">The first {words.length} are shown; the file has all.</p>}
    </details>
  );
}
