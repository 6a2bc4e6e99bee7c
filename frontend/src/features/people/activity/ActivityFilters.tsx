import { NativeSelect } from '@mantine/core';
import { useMembers } from '@/api/projects';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { SearchField, useSearch } from '@/ui/SearchField';
import classes from './Activity.module.css';
import { kinds } from './model';

export const periods = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'all', label: 'All' },
];

/** The period shown at first. */
export const firstPeriod = '30';

/** Who, what, to what, when: each in the address. */
export function ActivityFilters({ slug, verbs }: { slug: string; verbs: { group: string }[] }) {
  const params = useAddressParams();
  const choose = useChooseParams();
  const { search, find } = useSearch();
  const members = useMembers(slug).data ?? [];
  const set = (name: string, value: string, none = '') =>
    choose({ [name]: value === none ? null : value, entry: null }, { replace: true });
  const groups = [...new Set(verbs.map(({ group }) => group))];
  return (
    <section className={classes.filters} aria-label="Filters">
      <NativeSelect
        label="Who"
        value={params.get('person') ?? ''}
        onChange={(event) => set('person', event.currentTarget.value)}
        data={[
          { value: '', label: 'Anyone' },
          ...members.map(({ user }) => ({ value: String(user.id), label: user.name || user.username })),
        ]}
      />
      <NativeSelect
        label="Action"
        value={params.get('group') ?? ''}
        onChange={(event) => set('group', event.currentTarget.value)}
        data={[{ value: '', label: 'Any' }, ...groups.map((group) => ({ value: group, label: group }))]}
      />
      <NativeSelect
        label="Object"
        value={params.get('kind') ?? ''}
        onChange={(event) => set('kind', event.currentTarget.value)}
        data={[{ value: '', label: 'Any' }, ...Object.entries(kinds).map(([value, { label }]) => ({ value, label }))]}
      />
      <NativeSelect
        label="When"
        value={params.get('when') ?? firstPeriod}
        onChange={(event) => set('when', event.currentTarget.value, firstPeriod)}
        data={periods}
      />
      <SearchField label="Search" search={search} onSearch={find} />
    </section>
  );
}
