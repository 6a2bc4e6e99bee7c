import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import type { TestSet } from '@/api/types';
import { isLive } from '@/api/work';
import { useReleases } from '@/features/releases/requests/releases';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { Curation } from './Curation';
import { useFunnel, useTestSet } from './requests';

const NewRelease = lazy(async () => ({
  default: (await import('@/features/releases/releases/NewRelease')).NewRelease,
}));

/** A test set as rules: what each takes away, how rows are divided, and which are in or out. */
export function TestSetPage() {
  const { slug = '', testSetId = '' } = useParams();
  const id = Number(testSetId);
  const set = useTestSet(id);
  const funnel = useFunnel(id);
  const all = useReleases(slug);
  const releases = (all.data ?? []).filter((release) => release.test_set === id);
  const canChange = may(useProject(slug).data?.role, 'test-sets', 'change_rules');
  const last = releases.find(({ n_rows }) => n_rows !== null);
  const numbers = releases.filter(({ n_rows }) => n_rows !== null).map(({ version }) => version);
  return (
    <Page
      title={set.data?.name ?? 'Test set'}
      guide="admin#choosing-the-rows-of-a-test-set"
      above={<Link to={`/p/${slug}/test-sets`}>Test sets</Link>}
      lead={
        set.data &&
        all.data &&
        (numbers.length > 0
          ? `Draft after ${numbers[0]}. Released so far: ${numbers.slice().reverse().join(', ')}.`
          : 'Draft. Not released yet.')
      }
      actions={
        <>
          {last && (
            <Button component={Link} to={`/p/${slug}/test-sets/releases/${last.id}`}>
              Open {last.version}
            </Button>
          )}
          {canChange && set.data && !releases.some(isLive) && (
            <Suspense>
              <NewRelease set={{ ...set.data, n_rows: funnel.data?.counts?.n_rows ?? null }} releases={releases} />
            </Suspense>
          )}
        </>
      }
    >
      {(set.isPending || funnel.isPending) && <Loading what="test set" />}
      <Pending of={set} />
      {!set.isError && funnel.isError && <ErrorNote error={funnel.error} onRetry={() => void funnel.refetch()} />}
      {set.data && funnel.data && (
        <Curation
          slug={slug}
          set={set.data as TestSet}
          funnel={funnel.data}
          canChange={canChange}
          onReload={funnel.refetch}
        />
      )}
    </Page>
  );
}
