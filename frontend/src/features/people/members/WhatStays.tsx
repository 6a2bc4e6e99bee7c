import type { Got } from '@/api/types';
import { useGet } from '@/api/useGet';
import { plural } from '@/lib/format';

interface WhatStaysProps {
  slug: string;
  member: Got<'Member'>;
}

/** What becomes of the work of somebody who is removed: said before it is done. */
export function WhatStays({ slug, member: { user } }: WhatStaysProps) {
  const loads = useGet(['workload', slug], '/api/v1/projects/{project_slug}/assignments/workload/', {
    path: { project_slug: slug },
  });
  const name = user.name || user.username;
  if (loads.isPending) return <>Counting open reviews…</>;
  const load = loads.data?.find(({ person }) => person.id === user.id);
  if (!load?.n_slots) return <>{name}’s work is kept.</>;
  return (
    <>
      {plural(load.n_slots, 'open review')} of {name}, {plural(load.n_rows, 'row')} left,{' '}
      {load.n_slots === 1 ? 'goes' : 'go'} back to the queue. The work is kept, and gone on with if {name} comes back.
    </>
  );
}
