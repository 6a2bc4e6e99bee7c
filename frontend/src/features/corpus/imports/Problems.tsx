import { IconAlertTriangle } from '@tabler/icons-react';
import type { ImportProblem } from '@/api/types';
import { plural } from '@/lib/format';
import { CopyButton } from '@/ui/CopyButton';
import { problemTitle } from './model';
import classes from './Problems.module.css';
import { SourceLines } from './SourceLines';

const SHOWN = 50;

/** Each fault with its place, what was expected, and the lines around it. */
export function Problems({ problems, name }: { problems: ImportProblem[]; name: string }) {
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
        </article>
      ))}
      {problems.length > SHOWN && <p className="soft">And {plural(problems.length - SHOWN, 'more', 'more')}.</p>}
      <CopyButton text={asText} label={problems.length === 1 ? 'Copy it' : `Copy all ${problems.length}`} />
    </>
  );
}
