import { Button, Group } from '@mantine/core';
import { count, languageCodes } from '@/lib/format';
import { CsvButton } from '@/ui/CsvButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import { right, Table } from '@/ui/Table';
import { type TrainedPerson, useDecide } from './requests';

const words = {
  new: 'not begun',
  running: 'in a round',
  again: 'tries again',
  waits: 'you decide',
  passed: 'passed',
} as const;

type Standing = TrainedPerson['standings'][number];

function stateOf({ may_start }: TrainedPerson, { state, is_renewal }: Standing): string {
  if (may_start) return 'let start';
  return is_renewal ? `${words[state]}, new guidelines` : words[state];
}

/** A line for each person and pair of languages, as a table for a spreadsheet. */
export function asCsv(people: readonly TrainedPerson[]) {
  return {
    header: [
      'user_name',
      'name',
      'source_language',
      'target_language',
      'rounds',
      'right',
      'rows',
      'tries_left',
      'state',
    ],
    rows: people.flatMap((one) =>
      one.standings.map((standing) => [
        one.person.username,
        one.person.name,
        standing.source_language,
        standing.target_language,
        standing.results.length,
        standing.n_right,
        standing.n_rows,
        standing.n_left,
        stateOf(one, standing),
      ]),
    ),
  };
}

/** How each annotator did, and what an admin decides of whoever has no try left. */
export function People({ slug, people }: { slug: string; people: readonly TrainedPerson[] }) {
  const decide = useDecide(slug);
  if (people.length === 0) return null;
  const waiting = people.filter((one) => !one.may_start && one.standings.some(({ state }) => state === 'waits'));
  return (
    <Part title="People" actions={<CsvButton name="training-round" of="People" {...asCsv(people)} />}>
      <Table label="People" columns={['Annotator', 'Languages', right('Right'), 'State']}>
        {people.flatMap((one) =>
          one.standings.map((standing) => (
            <tr key={`${one.person.id} ${standing.source_language} ${standing.target_language}`}>
              <th scope="row">{one.person.name || one.person.username}</th>
              <td data-label="languages">{languageCodes(standing.source_language, standing.target_language)}</td>
              <td data-right data-label="right" className="num">
                {standing.state === 'running'
                  ? `${count(standing.n_right)} of ${count(standing.n_answered)}`
                  : standing.results.map(([got, of]) => `${got} of ${of}`).join(', ') || '–'}
              </td>
              <td data-label="state">{stateOf(one, standing)}</td>
            </tr>
          )),
        )}
      </Table>
      {waiting.map(({ person }) => (
        <Group key={person.id} gap={8} mt={8}>
          <Button loading={decide.isPending} onClick={() => decide.mutate({ person: person.id, may_start: true })}>
            Let {person.name || person.username} start
          </Button>
          <Button loading={decide.isPending} onClick={() => decide.mutate({ person: person.id, may_start: false })}>
            Another round
          </Button>
        </Group>
      ))}
      {decide.isError && <ErrorNote error={decide.error} />}
    </Part>
  );
}
