import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { type ProbePolicy, useSetProbePolicy } from '@/api/probes';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';

/** The server takes no larger share, in per cent: most rows of a review are to be gold. */
const largest = 30;

const asPercent = (share: number) => Math.round(share * 1000) / 10;

export function PolicyForm({ slug, policy }: { slug: string; policy: ProbePolicy }) {
  const setting = useSetProbePolicy(slug);
  const [blind, setBlind] = useState<number | string>(asPercent(policy.blind_share));
  const [planted, setPlanted] = useState<number | string>(asPercent(policy.planted_share));
  const errors = formErrors(setting.error, ['blind_share', 'planted_share']);
  const shares = [blind, planted].map((value) => Number(value) / 100);
  const [blind_share = 0, planted_share = 0] = shares;
  const changed = blind_share !== policy.blind_share || planted_share !== policy.planted_share;
  return (
    <Form
      label="Shares of probed rows"
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
        description="In runs of three, whose texts the annotator links from nothing. They are gold only if somebody else has judged the proposal and agrees, or an adjudicator has decided."
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
        description="A boundary shifted by one text, or the targets of two rows swapped. A repaired one is gold, one that was not repaired never is."
        suffix=" %"
        min={0}
        max={largest}
        decimalScale={1}
        value={planted}
        onChange={setPlanted}
        error={errors.field('planted_share')}
      />
      <p className="soft">
        Reviews that are open stay as they are. While a project has probes, annotators cannot read the links of its
        runs.
      </p>
    </Form>
  );
}
