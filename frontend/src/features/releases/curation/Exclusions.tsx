import { Button, FileButton, Group, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { count, plural } from '@/lib/format';
import classes from './Curation.module.css';
import { Later } from './RuleFields';
import type { Counts, Rules } from './requests';
import { cleaned, excluded } from './rules';

interface ExclusionsProps {
  rules: Rules;
  found: Counts['exclusions'] | undefined;
  canChange: boolean;
  isLit: boolean;
  onChange: (rules: Rules) => void;
}

type Line = NonNullable<NonNullable<Counts['exclusions']>['lines']>[number];

const by: Record<string, string> = {
  manifest: 'id in the manifest',
  id: 'id',
  title: 'title',
  speaker: 'speaker',
};

/** The list of talks to exclude, and what each of its lines matches. */
export function Exclusions({ rules, found, canChange, isLit, onChange }: ExclusionsProps) {
  const put = (changed: Partial<Rules>) => onChange(cleaned({ ...rules, ...changed }));
  const lines = rules.exclude ?? [];
  return (
    <section className={isLit ? `${classes.section} ${classes.lit}` : classes.section} aria-label="Exclude talks">
      <h2>
        Exclude talks{' '}
        <small role="status">
          {found &&
            `${count(found.n_matching)} of ${plural(found.n_lines, 'line')} ${found.n_matching === 1 ? 'matches' : 'match'}, ${plural(found.n_rows, 'row')} of gold`}
        </small>
      </h2>
      {found && found.lines.length > 0 && (
        <ul className={classes.lines} aria-label="What each line matches">
          {found.lines.map((line) => (
            <MatchedLine
              key={line.line}
              line={line}
              onReplace={
                canChange && line.nearest
                  ? () => put({ exclude: lines.map((one) => (one === line.line ? line.nearest : one)) })
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      {found && found.n_lines > found.lines.length && (
        <p className="soft">And {plural(found.n_lines - found.lines.length, 'more line')}.</p>
      )}
      <fieldset className={classes.all} disabled={!canChange}>
        <Later value={lines.join('\n')} onCommit={(text) => put(excluded(text, ''))}>
          {(field) => (
            <Textarea
              aria-label="Talks to exclude, one a line"
              placeholder="Ids, titles or speakers, one a line"
              autosize
              minRows={2}
              maxRows={6}
              value={field.value}
              onChange={(event) => field.onChange(event.currentTarget.value)}
              onBlur={field.onBlur}
            />
          )}
        </Later>
        <Group gap={6} mt={6}>
          <FileButton
            accept=".txt,.tsv,.csv,text/plain"
            onChange={(file) => void file?.text().then((text) => put(excluded(text, file.name)))}
          >
            {(props) => (
              <Button {...props} size="compact-sm" disabled={!canChange}>
                Read a file
              </Button>
            )}
          </FileButton>
          {rules.exclude_name && <small>{rules.exclude_name}</small>}
        </Group>
      </fieldset>
    </section>
  );
}

function MatchedLine({ line, onReplace }: { line: Line; onReplace?: () => void }) {
  const isMatched = line.n_talks > 0;
  return (
    <li className={classes.matchedLine} data-unmatched={!isMatched || undefined}>
      {isMatched ? <IconCheck size={16} aria-hidden="true" /> : <IconAlertTriangle size={16} aria-hidden="true" />}
      <bdi className={classes.code}>{line.line}</bdi>
      {isMatched ? (
        <span>
          <b dir="auto">{line.talks.join(', ')}</b>
          {line.n_talks > line.talks.length && ` and ${count(line.n_talks - line.talks.length)} more`}
          <span className={classes.matched}>
            {by[line.matched_by]}, {plural(line.n_rows, 'row')}
          </span>
        </span>
      ) : (
        <span>
          <b>Matches nothing.</b>{' '}
          {line.nearest && (
            <>
              Did you mean{' '}
              {onReplace ? (
                <button type="button" className={classes.meant} onClick={onReplace}>
                  {line.nearest}
                </button>
              ) : (
                line.nearest
              )}
              ?
            </>
          )}
        </span>
      )}
    </li>
  );
}
