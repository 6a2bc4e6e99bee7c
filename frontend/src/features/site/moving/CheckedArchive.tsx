import { Button, NativeSelect } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useSession } from '@/api/session';
import { count, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { formErrors } from '@/ui/formErrors';
import { Part } from '@/ui/Page';
import { Table } from '@/ui/Table';
import { TextField } from '@/ui/TextField';
import classes from './Moving.module.css';
import { type ProjectImport, useCommitImport } from './requests';

type Person = ProjectImport['people'][number];
type Account = { id: number; name: string };

/** As the server has it (test_lengths_of_fields.py). */
const longestName = 120;

/** Whose accounts stand for the people of an archive, what the project is called, and then all of it. */
export function CheckedArchive({ made }: { made: ProjectImport }) {
  const user = useSession().data?.user;
  const commit = useCommitImport(made.id);
  const [name, setName] = useState(made.project_name);
  const [chosen, setChosen] = useState<Record<number, number | null>>({});
  const errors = formErrors(commit.error, ['name']);
  const me: Account | null = user ? { id: user.id, name: `${user.name || user.username} (you)` } : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const accounts = made.people.map(({ id }) => ({ person: id, account: chosen[id] ?? null }));
    commit.mutate({ name: name.trim(), accounts });
  };
  return (
    <form onSubmit={submit}>
      <Part title="People" note={`${count(made.people.length)} in the archive`}>
        <Table label="People" columns={['There', 'Role', 'Here']}>
          {made.people.map((person) => (
            <tr key={person.id}>
              <th scope="row" dir="auto">
                {person.name}
                {person.username !== person.name && <small>{person.username}</small>}
              </th>
              <td data-label="role">{person.role ?? 'former member'}</td>
              <td data-label="here">
                <NativeSelect
                  className={classes.select}
                  aria-label={`Account of ${person.name} here`}
                  value={String(chosen[person.id] ?? '')}
                  onChange={(event) => setChosen({ ...chosen, [person.id]: Number(event.currentTarget.value) || null })}
                  data={optionsOf(person, me)}
                />
              </td>
            </tr>
          ))}
        </Table>
      </Part>
      <Part title="Checked">
        <Checks made={made} />
        <TextField
          className={classes.wide}
          label="Name of the project here"
          required
          maxLength={longestName}
          value={name}
          onChange={setName}
          error={errors.field('name')}
        />
        {errors.rest !== null && <ErrorNote error={errors.rest} />}
        <div className={classes.buttons}>
          <Button type="submit" variant="filled" loading={commit.isPending} disabled={name.trim() === ''}>
            Import
          </Button>
          <span className="soft">All or nothing. You become an admin of it.</span>
        </div>
      </Part>
    </form>
  );
}

/** Of the accounts here only those that one may name; nobody is taken for somebody else by a name alone. */
function optionsOf({ proposed }: Person, me: Account | null) {
  const accounts = me ? [me] : [];
  if (proposed && proposed.id !== me?.id) accounts.push({ id: proposed.id, name: `${proposed.name} (same user name)` });
  return [
    { value: '', label: 'Without an account, name kept' },
    ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
}

function Checks({ made: { about } }: { made: ProjectImport }) {
  const n = (what: string) => about.counts[what] ?? 0;
  const lines = [
    `${plural(about.n_entries, 'checksum')} right`,
    `${plural(n('pairs'), 'pair')}, ${plural(n('reviews'), 'review')}, ${plural(n('edits'), 'edit')}`,
  ];
  if (n('releases') > 0) lines.push(`${plural(n('releases'), 'release')}, to be verified by hash while it is imported`);
  const recordings = about.with_recordings ? plural(n('recordings'), 'recording') : 'Recordings: addresses, no files';
  return (
    <ul className={classes.facts}>
      {lines.map((line) => (
        <li key={line}>
          <IconCheck size={16} stroke={1.75} aria-hidden="true" />
          {line}
        </li>
      ))}
      <li>
        {about.with_recordings ? (
          <IconCheck size={16} stroke={1.75} aria-hidden="true" />
        ) : (
          <IconMinus size={16} stroke={1.75} aria-hidden="true" />
        )}
        {recordings}
      </li>
    </ul>
  );
}
