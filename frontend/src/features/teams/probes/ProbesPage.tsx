import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { Form } from '@/ui/Form';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { useFields } from '@/ui/useFields';
import { WithDefaults } from '@/ui/WithDefaults';
import { ProbedPeople } from './ProbedPeople';
import { type ProbePolicy, useProbePolicy, useProbes, useSetProbePolicy } from './requests';

/** How far annotators look: hidden proposals and planted errors in their reviews, and what they made of them. */
export function ProbesPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const isAdmin = may(role, 'probes', 'retrieve');
  return (
    <Page
      title="Quality control"
      guide="admin#quality-control"
      lead="Hidden proposals and planted errors show how carefully annotators check."
    >
      {tabs}
      {role && !isAdmin && <p className="soft">Only admins of the project can see this page.</p>}
      {isAdmin && <Probes slug={slug} />}
    </Page>
  );
}

function Probes({ slug }: { slug: string }) {
  const policy = useProbePolicy(slug);
  const probes = useProbes(slug);
  const nobody = probes.data?.is_current && probes.data.people.length === 0;
  return (
    <>
      <Part title="Annotators" note={probes.data && !probes.data.is_current && 'Being counted…'}>
        <Pending of={probes} what="figures" />
        {nobody && (
          <p className="soft">
            No review with quality control has been submitted yet. Set a share below: it applies to reviews opened from
            then on.
          </p>
        )}
        {probes.data && probes.data.people.length > 0 && (
          <ProbedPeople slug={slug} people={probes.data.people} few={probes.data.few} />
        )}
      </Part>
      <Part title="In new reviews">
        <Pending of={policy} what="shares" />
        {policy.data && <PolicyForm key={policy.data.updated_at ?? ''} slug={slug} policy={policy.data} />}
      </Part>
    </>
  );
}

const asPercent = (share: number) => Math.round(share * 1000) / 10;

interface PolicyFormProps {
  slug: string;
  policy: ProbePolicy;
}

function PolicyForm(props: PolicyFormProps) {
  return (
    <WithDefaults what="the form">
      {(defaults) => <Fields {...props} largest={asPercent(defaults.largest_probe_share)} />}
    </WithDefaults>
  );
}

/** largest : share that the server takes, in per cent, as most rows of a review are to be gold. */
function Fields({ slug, policy, largest }: PolicyFormProps & { largest: number }) {
  const setting = useSetProbePolicy(slug);
  const stored = { blind_share: asPercent(policy.blind_share), planted_share: asPercent(policy.planted_share) };
  const { values, field, rest } = useFields(stored, setting.error);
  const blind_share = Number(values.blind_share) / 100;
  const planted_share = Number(values.planted_share) / 100;
  const changed = blind_share !== policy.blind_share || planted_share !== policy.planted_share;
  const share = { suffix: ' %', min: 0, max: largest, decimalScale: 1 };
  return (
    <Form
      label="Shares of quality-control rows"
      onSubmit={() => setting.mutate({ blind_share, planted_share })}
      error={rest}
      submit="Save"
      secondary
      isPending={setting.isPending}
      disabled={!changed}
      beside={
        <span role="status" className="soft">
          {changed ? 'Unsaved changes' : setting.isSuccess && 'Saved'}
        </span>
      }
    >
      <NumberInput
        label="Rows without a proposal"
        description="Three rows in a row are shown without a proposal; the annotator links them from scratch. They are gold only if someone else judged the proposal and agrees, or an adjudicator decided."
        {...share}
        {...field('blind_share')}
      />
      <NumberInput
        label="Rows with a planted error"
        description="A boundary shifted by one text, or the targets of two rows swapped. Rows whose planted error was fixed can be gold; the others never are."
        {...share}
        {...field('planted_share')}
      />
      <p className="soft">
        Open reviews do not change. While a project uses quality control, annotators cannot read the links of its runs.
      </p>
    </Form>
  );
}
