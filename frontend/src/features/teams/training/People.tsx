import { Button, Group } from '@mantine/core';
import { count } from '@/lib/format';
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

/** How each annotator did, and what an admin decides of whoever has no try left. */
export function People({ slug, people }: { slug: string; people: readonly TrainedPerson[] }) {
  const decide = useDecide(slug);
  if (people.length === 0) return null;
  const waiting = people.filter((one) => !one.may_start && one.standings.some(({ state }) => state === 'waits'));
  return (
    <Part title="People">
      <Table label="People" columns={['Annotator', 'Languages', right('Right'), 'State']}>
        {people.flatMap((one) =>
          one.standings.map((standing) => (
            <tr key={`${one.person.id} ${standing.source_language} ${standing.target_language}`}>
              <th scope="row">{one.person.name || one.person.username}</th>
              <td data-label="languages">
                {standing.source_language.toUpperCase()} → {standing.target_language.toUpperCase()}
              </td>
              <td data-right data-label="right" className="num">
                {standing.state === 'running'
                  ? `${count(standing.n_right)} of ${count(standing.n_answered)}`
                  : standing.results.map(([got, of]) => `${got} of ${of}`).join(', ') || '–'}
              </td>
              <td data-label="state">{one.may_start ? 'let start' : words[standing.state]}</td>
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
