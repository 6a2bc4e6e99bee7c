import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useDeleteTestSet } from '@/api/testSets';
import type { TestSet } from '@/api/types';
import { dateTime, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Downloads } from './Downloads';
import classes from './TestSets.module.css';

export function TestSetItem({ set, slug, canChange }: { set: TestSet; slug: string; canChange: boolean }) {
  const [asked, setAsked] = useState(false);
  const remove = useDeleteTestSet();
  return (
    <article className={classes.set}>
      <h3 dir="auto">{set.name}</h3>
      {set.description && <p dir="auto">{set.description}</p>}
      <p className="muted num">
        {plural(set.n_rows, 'row')} of {plural(set.reviews.length, 'review')}, made {dateTime(set.created_at)}
      </p>
      {canChange && <Downloads slug={slug} what={set.name} testSet={set.id} />}
      {remove.isError && <ErrorNote error={remove.error} />}
      {canChange && !asked && (
        <Button mt={8} onClick={() => setAsked(true)} aria-label={`Delete ${set.name}`}>
          Delete
        </Button>
      )}
      {asked && (
        <Group gap={8} mt={8}>
          <span>Delete {set.name}? Its reviews stay.</span>
          <Button color="red" variant="outline" loading={remove.isPending} onClick={() => remove.mutate(set.id)}>
            Delete it
          </Button>
          <Button onClick={() => setAsked(false)}>Keep it</Button>
        </Group>
      )}
    </article>
  );
}
