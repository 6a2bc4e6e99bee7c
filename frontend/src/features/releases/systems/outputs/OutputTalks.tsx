import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { type System, type SystemDetail, useRemoveSystem, useSystem } from '@/features/releases/requests/systems';
import { Rename } from '@/features/releases/systems/SystemDetails';
import { figureText } from '@/features/releases/systems/scores';
import { count, plural } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Pending } from '@/ui/Pending';
import { wordsOf } from './kinds';
import classes from './Outputs.module.css';
import { ScoreAgain } from './ScoreAgain';

interface OutputTalksProps {
  system: System;
  columns: readonly { key: string; label: string }[];
  mayChange: boolean;
}

/** The rows of an open output: its talks, which open word by word if heard; what is missing; and what can be done. */
export function OutputTalks({ system, columns, mayChange }: OutputTalksProps) {
  const details = useSystem(system.id);
  const [isWhole, setWhole] = useState(false);
  const params = useAddressParams();
  const choose = useChooseParams();
  const talks = details.data?.by_talk ?? [];
  const shown = isWhole ? talks : talks.slice(0, 8);
  const hasWords = system.kind === 'recognition';
  const columnsInAll = columns.length + 2;
  return (
    <>
      {shown.map((talk) => (
        <tr key={talk.id} data-talk={params.get('talk') === String(talk.id) ? 'open' : ''}>
          <th scope="row">
            {hasWords ? (
              <button
                type="button"
                className={classes.talk}
                aria-pressed={params.get('talk') === String(talk.id)}
                onClick={() => choose({ talk: String(talk.id) })}
                dir="auto"
              >
                {talk.name}
              </button>
            ) : (
              <span className={classes.plainTalk} dir="auto">
                {talk.name}
              </span>
            )}
          </th>
          {columns.map(({ key }) => (
            <td key={key} className="num">
              {figureText(key, talk.values[key]?.value ?? null)}
            </td>
          ))}
          <td />
        </tr>
      ))}
      <tr>
        <td colSpan={columnsInAll}>
          <Pending of={details} what="the talks" />
          {shown.length < talks.length && (
            <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
              and {plural(talks.length - shown.length, 'more talk')}
            </Button>
          )}
          {system.warnings.filter(isNoList).map((warning) => (
            <p key={warning} className={classes.warning}>
              {warning}
            </p>
          ))}
          {details.data && <Missing details={details.data} />}
          {mayChange && <Changes key={system.id} system={system} />}
        </td>
      </tr>
    </>
  );
}

/** What is missing stands below with its ids. */
const isNoList = (warning: string) => !warning.includes('that are missing');

function Missing({ details }: { details: SystemDetail }) {
  const n = details.n_missing ?? 0;
  if (n === 0) return null;
  return (
    <details>
      <summary>
        {plural(n, wordsOf(details).unit)} missing, {wordsOf(details).leftOut}
      </summary>
      <p className={classes.ids}>
        {details.missing.join(', ')}
        {details.missing.length < n && ` and ${count(n - details.missing.length)} more`}
      </p>
    </details>
  );
}

function Changes({ system }: { system: System }) {
  const remove = useRemoveSystem();
  const choose = useChooseParams();
  return (
    <details>
      <summary>Score again, rename or remove</summary>
      <Group gap={16} justify="space-between" align="end">
        <ScoreAgain system={system} />
        <Rename system={system} />
        <AskFirst
          verb="Remove"
          label={`Remove ${system.name}`}
          question="Its file and its scores are deleted."
          yes="Remove"
          isPending={remove.isPending}
          onYes={() => remove.mutate(system.id, { onSuccess: () => choose({ output: null, talk: null }) })}
        />
        {remove.isError && <ErrorNote error={remove.error} />}
      </Group>
    </details>
  );
}
