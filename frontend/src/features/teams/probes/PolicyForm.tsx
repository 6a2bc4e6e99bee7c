import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { WithDefaults } from '@/ui/WithDefaults';
import { type ProbePolicy, useSetProbePolicy } from './requests';

const asPercent = (share: number) => Math.round(share * 1000) / 10;

interface PolicyFormProps {
  slug: string;
  policy: ProbePolicy;
}

export function PolicyForm(props: PolicyFormProps) {
  return (
    <WithDefaults what="the form">
      {(defaults) => <Fields {...props} largest={asPercent(defaults.largest_probe_share)} />}
    </WithDefaults>
  );
}

/** largest : share that the server takes, in per cent, as most rows of a review are to be gold. */
function Fields({ slug, policy, largest }: PolicyFormProps & { largest: number }) {
  const setting = useSetProbePolicy(slug);
  const [blind, setBlind] = useState<number | string>(asPercent(policy.blind_share));
  const [planted, setPlanted] = useState<number | string>(asPercent(policy.planted_share));
  const errors = formErrors(setting.error, ['blind_share', 'planted_share']);
  const shares = [blind, planted].map((value) => Number(value) / 100);
  const [blind_share = 0, planted_share = 0] = shares;
  const changed = blind_share !== policy.blind_share || planted_share !== policy.planted_share;
  return (
    <Form
      label="Shares of quality-control rows"
      onSubmit={() => setting.mutate({ blind_share, planted_share })}
      error={errors.rest}
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
        suffix=" %"
        min={0}
        max={largest}
        decimalScale={1}
        value={blind}
        onChange={setBlind}
        error={errors.field('blind_share')}
      />
      <NumberInput
        label="Rows with a planted error"
        description="A boundary shifted by one text, or the targets of two rows swapped. Rows whose planted error was fixed can be gold; the others never are."
        suffix=" %"
        min={0}
        max={largest}
        decimalScale={1}
        value={planted}
        onChange={setPlanted}
        error={errors.field('planted_share')}
      />
      <p className="soft">
        Open reviews do not change. While a project uses quality control, annotators cannot read the links of its runs.
      </p>
    </Form>
  );
}
