import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { PolicyForm } from './PolicyForm';
import { ProbedPeople } from './ProbedPeople';
import { useProbePolicy, useProbes } from './requests';

/** How far annotators look: hidden proposals and planted errors in their reviews, and what they made of them. */
export function ProbesPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const isAdmin = may(role, 'probes', 'retrieve');
  return (
    <Page title="Quality control" lead="Hidden proposals and planted errors show how carefully annotators check.">
      {tabs}
      {role && !isAdmin && <p className="soft">Only admins of the project can see this page.</p>}
      {isAdmin && <Probes slug={slug} />}
    </Page>
  );
}

function Probes({ slug }: { slug: string }) {
  const policy = useProbePolicy(slug);
  const found = useProbes(slug);
  const nobody = found.data?.is_current && found.data.people.length === 0;
  return (
    <>
      <Part title="Annotators" note={found.data && !found.data.is_current && 'Being counted…'}>
        <Pending of={found} what="figures" />
        {nobody && (
          <p className="soft">
            No review with quality control has been submitted yet. Set a share below: it applies to reviews opened from
            then on.
          </p>
        )}
        {found.data && found.data.people.length > 0 && <ProbedPeople slug={slug} people={found.data.people} />}
      </Part>
      <Part title="In new reviews">
        <Pending of={policy} what="shares" />
        {policy.data && <PolicyForm key={policy.data.updated_at ?? ''} slug={slug} policy={policy.data} />}
      </Part>
    </>
  );
}
