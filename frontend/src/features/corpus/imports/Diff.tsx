import type { DiffLine, ImportedDocument } from '@/api/types';
import { plural } from '@/lib/format';
import classes from './Diff.module.css';

const signs = { same: '', removed: '−', added: '+', gap: '' } as const;
const spoken = { same: '', removed: 'went: ', added: 'came: ', gap: '' } as const;

/** Changed sentences between unchanged ones; the sign tells what the colour tells. */
export function Diff({ lines, language }: { lines: DiffLine[]; language?: string }) {
  return (
    <ol className={classes.diff} lang={language || undefined}>
      {lines.map((line, index) => (
        <li key={index} data-kind={line.kind}>
          {line.kind === 'gap' ? (
            <p lang="en">{plural(line.position, 'more sentence')}</p>
          ) : (
            <>
              <span className="num" lang="en">
                <b aria-hidden="true">{signs[line.kind]}</b>
                {line.position + 1}
              </span>
              <p dir="auto">
                <span className="vh">{spoken[line.kind]}</span>
                {line.text}
              </p>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

/** How the text differs from the one in the project, and what happens to the reviews of the old version. */
export function Changes({ document }: { document: ImportedDocument }) {
  const { n_added, n_removed, n_pairs, n_reviews } = document;
  return (
    <section className={classes.changes}>
      <h3 dir="auto">
        {document.title} {document.side && <small>{document.side}</small>}
      </h3>
      <p className="soft">
        {plural(n_added, 'sentence')} added, {plural(n_removed, 'sentence')} removed.{' '}
        {n_pairs > 0 && 'It becomes the next version; the old version and its pairs are kept. '}
        {n_reviews > 0 &&
          `${plural(n_reviews, 'review')} ${n_reviews === 1 ? 'is' : 'are'} carried over: rows with the same text keep their decisions, all others are flagged.`}
      </p>
      <Diff lines={document.diff} language={document.language} />
    </section>
  );
}
