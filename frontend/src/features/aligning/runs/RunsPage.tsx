import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { useRuns } from '@/api/runs';
import { plural } from '@/lib/format';
import { Page, Part } from '@/ui/Page';
import { Pager, pageSize, usePage } from '@/ui/Pager';
import { Pending } from '@/ui/Pending';
import { RunsTable } from './RunsTable';

interface RunsPageProps {
  /** How far bulk alignments have come; `app` puts it here, as features never import each other. */
  BulkProgress: ComponentType<{ slug: string; canCancel: boolean }>;
}

/** Every run of a project, newest first. */
export function RunsPage({ BulkProgress }: RunsPageProps) {
  const { slug = '' } = useParams();
  const runs = useRuns({ project: slug, page: usePage(), page_size: pageSize });
  const role = useProject(slug).data?.role;
  return (
    <Page
      title="Runs"
      guide="admin#aligning"
      lead="A run aligns one pair with one engine and its options. Runs with the same signature produce the same links."
    >
      <BulkProgress slug={slug} canCancel={may(role, 'bulk-alignments', 'cancel')} />
      <Part title="All runs" note={runs.data && plural(runs.data.count, 'run')}>
        <Pending of={runs} what="runs" />
        {runs.data?.count === 0 && <p className="soft">No runs yet. Start one from a pair.</p>}
        {runs.data && runs.data.results.length > 0 && (
          <RunsTable runs={runs.data.results} canCancel={may(role, 'runs', 'cancel')} slug={slug} />
        )}
        <Pager total={runs.data?.count ?? 0} what="runs" />
      </Part>
    </Page>
  );
}
