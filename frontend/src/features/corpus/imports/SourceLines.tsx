import classes from './SourceLines.module.css';

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
