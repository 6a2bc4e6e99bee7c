import { NumberInput } from '@mantine/core';
import { Form } from '@/ui/Form';
import { Pending } from '@/ui/Pending';
import { useFields } from '@/ui/useFields';
import { WithDefaults } from '@/ui/WithDefaults';
import { type ProbePolicy, useProbePolicy, useSetProbePolicy } from './probes';

/** What share of the rows of new reviews has a hidden proposal or a planted error. */
export function ProbeShares({ slug }: { slug: string }) {
  const policy = useProbePolicy(slug);
  return (
    <>
      <Pending of={policy} what="shares" />
      {policy.data && <Shares key={policy.data.updated_at ?? ''} slug={slug} policy={policy.data} />}
    </>
  );
}

const asPercent = (share: number) => Math.round(share * 1000) / 10;

interface FormProps {
  slug: string;
  policy: ProbePolicy;
}

function Shares(props: FormProps) {
  return (
    <WithDefaults what="the form">
      {(defaults) => <Fields {...props} largest={asPercent(defaults.largest_probe_share)} />}
    </WithDefaults>
  );
}

/** largest : share that the server takes, in per cent, as most rows of a review are to be gold. */
function Fields({ slug, policy, largest }: FormProps & { largest: number }) {
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
