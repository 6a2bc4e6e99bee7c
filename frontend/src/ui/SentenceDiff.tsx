import type { DiffLine } from '@/api/types';
import { plural } from '@/lib/format';
import classes from './SentenceDiff.module.css';

const signs = { same: '', removed: '−', added: '+', gap: '' } as const;
const spoken = { same: '', removed: 'went: ', added: 'came: ', gap: '' } as const;

/** Changed sentences between unchanged ones; the sign tells what the colour tells. */
export function SentenceDiff({ lines, language }: { lines: DiffLine[]; language?: string }) {
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
