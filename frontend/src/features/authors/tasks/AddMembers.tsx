import { MultiSelect } from '@mantine/core';
import { useMembers } from '@/api/projects';
import { Form } from '@/ui/Form';
import { useFields } from '@/ui/useFields';
import { type RaterLink, useAddRaters } from './requests';

/** Members of the project who rate without a link: they find the task in their own list. */
export function AddMembers({ id, slug, raters }: { id: number; slug: string; raters: RaterLink[] }) {
  const members = useMembers(slug).data ?? [];
  const add = useAddRaters(id);
  const { values, field, rest, change } = useFields({ users: [] as string[] }, add.error);
  const there = new Set(raters.map(({ user }) => user?.id));
  const others = members.filter(({ user }) => !there.has(user.id));
  if (others.length === 0) return null;
  const seesSystems = others.some(({ user, role }) => values.users.includes(String(user.id)) && curates.has(role));
  return (
    <Form
      label="Choose members"
      onSubmit={() => add.mutate({ n: 0, users: values.users.map(Number) }, { onSuccess: () => change({ users: [] }) })}
      error={rest}
      submit="Add members"
      isPending={add.isPending}
      disabled={values.users.length === 0}
      secondary
    >
      <MultiSelect
        label="Members who rate"
        description="Nobody is asked about a set in which something is theirs, as far as the project knows"
        data={others.map(({ user }) => ({ value: String(user.id), label: user.name || user.username }))}
        searchable
        {...field('users')}
      />
      {seesSystems && <p className="soft">Admins and adjudicators can look up which system made what.</p>}
    </Form>
  );
}

const curates = new Set(['admin', 'adjudicator']);
