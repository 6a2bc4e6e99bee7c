import { Button } from '@mantine/core';
import { dateTime } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import { type PersonWork, usePause } from './requests';

/** Gives a member nothing new, or ends that. */
export function Pause({ slug, work }: { slug: string; work: PersonWork }) {
  const pause = usePause(slug, work.person.id);
  const since = work.paused_at;
  return (
    <Part title="Pause">
      <p className="soft">
        {since
          ? `Paused since ${dateTime(since)}.`
          : 'Gets nothing new, and keeps the open reviews until their claims end. Takes effect at once.'}
      </p>
      {pause.isError && <ErrorNote error={pause.error} />}
      <Button style={{ marginTop: 8 }} loading={pause.isPending} onClick={() => pause.mutate(!since)}>
        {since ? 'End the pause' : 'Pause'}
      </Button>
    </Part>
  );
}
