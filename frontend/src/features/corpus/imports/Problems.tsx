import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ImportProblem } from '@/api/types';
import { plural } from '@/lib/format';
import { CopyButton } from '@/ui/CopyButton';
import { problemTitle } from './model';
import classes from './Problems.module.css';

const SHOWN = 50;

interface ProblemsProps {
  problems: ImportProblem[];
  name: string;
  /** Where a file can be imported without a line. */
  onLeaveOut?: (line: number) => void;
}

/** Each fault with its place, what was expected, and the lines around it. */
export function Problems({ problems, name, onLeaveOut }: ProblemsProps) {
  if (problems.length === 0) return <p className="soft">No errors.</p>;
  const asText = problems
    .map((problem) => `${name}: ${problemTitle(problem)}${problem.expected ? `; expected ${problem.expected}` : ''}`)
    .join('\n');
  return (
    <>
      {problems.slice(0, SHOWN).map((problem) => (
        <article key={`${problem.line} ${problem.column} ${problem.message}`} className={classes.problem}>
          <h3 data-severity={problem.severity}>
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
            {problemTitle(problem)}
            <span className="vh">({problem.severity})</span>
          </h3>
          {problem.expected && <p>Expected {problem.expected}.</p>}
          {problem.context.length > 0 && <SourceLines lines={problem.context} hit={problem} />}
          {onLeaveOut && problem.line !== null && (
            <Button size="compact-sm" mt={8} onClick={() => onLeaveOut(problem.line as number)}>
              Leave out line {problem.line}
            </Button>
          )}
        </article>
      ))}
      {problems.length > SHOWN && <p className="soft">And {plural(problems.length - SHOWN, 'more', 'more')}.</p>}
      <CopyButton text={asText} label={problems.length === 1 ? 'Copy it' : `Copy all ${problems.length}`} />
    </>
  );
}

interface SourceLinesProps {
  /** [line number, text] */
  lines: unknown[][];
  /** The faulty line, and in it the faulty piece from a column (1-based, code points) on. */
  hit?: { line: number | null; column: number | null; text: string };
}

/** Lines of a file as they stand, with their numbers. */
export function SourceLines({ lines, hit }: SourceLinesProps) {
  return (
    <pre className={classes.source}>
      {lines.map(([number, text]) => (
        <span key={String(number)} data-hit={number === hit?.line || undefined}>
          <b>{String(number)}</b>
          {hit && number === hit.line ? <Marked text={String(text)} hit={hit} /> : String(text)}
        </span>
      ))}
    </pre>
  );
}

function Marked({ text, hit }: { text: string; hit: NonNullable<SourceLinesProps['hit']> }) {
  const letters = [...text];
  const start = hit.column === null ? 0 : hit.column - 1;
  const piece = [...hit.text];
  const end =
    piece.length > 0 && letters.slice(start, start + piece.length).join('') === hit.text
      ? start + piece.length
      : letters.length;
  return (
    <>
      {letters.slice(0, start).join('')}
      <mark>{letters.slice(start, end).join('')}</mark>
      {letters.slice(end).join('')}
    </>
  );
}
