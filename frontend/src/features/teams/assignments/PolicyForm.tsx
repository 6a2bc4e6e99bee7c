import { Checkbox, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Defaults } from '@/api/types';
import { plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { WithDefaults } from '@/ui/WithDefaults';
import { type Policy, type PolicyChange, type QueueOrder, useEndPolicy, useSetPolicy } from './requests';

const orders: { value: QueueOrder; label: string }[] = [
  { value: 'imported', label: 'As imported' },
  { value: 'uncertain', label: 'Least certain alignment first' },
  { value: 'disagreement', label: 'Reviews that differ most first' },
];

interface PolicyFormProps {
  slug: string;
  /** Null where reviews are not assigned yet. */
  policy: Policy | null;
  /** Pairs with a slot that nobody has taken. */
  nFree: number;
}

/** How many reviews pairs need, and how people get them. */
export function PolicyForm(props: PolicyFormProps) {
  return <WithDefaults what="the form">{(defaults) => <Fields {...props} defaults={defaults} />}</WithDefaults>;
}

function Fields({ slug, policy, nFree, defaults }: PolicyFormProps & { defaults: Defaults }) {
  const save = useSetPolicy(slug);
  const end = useEndPolicy(slug);
  const most = defaults.assignment_limits;
  const [changes, setChanges] = useState<Partial<PolicyChange>>({});
  const { updated_at: _, ...stored } = policy ?? { ...defaults.assignment_policy, updated_at: '' };
  const now: PolicyChange = { ...stored, ...changes };
  const change = (part: Partial<PolicyChange>) => setChanges((before) => ({ ...before, ...part }));
  const number = (name: keyof PolicyChange) => (value: string | number) => change({ [name]: Number(value) || 0 });
  const isChanged = Object.entries(changes).some(([name, value]) => stored[name as keyof PolicyChange] !== value);
  const error = formErrors(save.error, [
    'reviews_per_pair',
    'sample_share',
    'reviews_in_sample',
    'claim_hours',
    'max_claims',
    'due_on',
  ]); // prettier-ignore
  return (
    <Form
      label="Rules of assignment"
      onSubmit={() => save.mutate(now, { onSuccess: () => setChanges({}) })}
      error={error.rest}
      submit={policy ? 'Save' : 'Assign reviews'}
      isPending={save.isPending}
      disabled={policy !== null && !isChanged}
      secondary={policy !== null}
      beside={
        <span role="status" className="soft">
          {isChanged && policy !== null && `Applies to ${plural(nFree, 'pair')} with free slots.`}
          {save.isSuccess && !isChanged && 'Saved'}
        </span>
      }
    >
      <NumberInput
        label="Reviews per pair"
        min={1}
        max={most.reviews_per_pair}
        value={now.reviews_per_pair}
        onChange={number('reviews_per_pair')}
        error={error.field('reviews_per_pair')}
      />
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 }}>
        <NumberInput
          label="More for"
          description="Share of pairs, sampled"
          suffix=" %"
          min={0}
          max={100}
          value={Math.round((now.sample_share ?? 0) * 100)}
          onChange={(value) => change({ sample_share: Math.min(100, Math.max(0, Number(value) || 0)) / 100 })}
          error={error.field('sample_share')}
        />
        <NumberInput
          label="These need"
          description="Reviews"
          min={1}
          max={most.reviews_per_pair}
          value={now.reviews_in_sample}
          onChange={number('reviews_in_sample')}
          error={error.field('reviews_in_sample')}
        />
        <NumberInput
          label="A claim lasts"
          description="After the last edit"
          suffix=" h"
          min={1}
          max={most.claim_hours}
          value={now.claim_hours}
          onChange={number('claim_hours')}
          error={error.field('claim_hours')}
        />
        <NumberInput
          label="At most"
          description="Claims a person"
          min={1}
          max={most.max_claims}
          value={now.max_claims}
          onChange={number('max_claims')}
          error={error.field('max_claims')}
        />
      </div>
      <Select
        label="Order"
        description="After priority and due date"
        allowDeselect={false}
        data={orders}
        value={now.order ?? 'imported'}
        onChange={(order) => change({ order: (order ?? 'imported') as QueueOrder })}
      />
      <TextInput
        type="date"
        label="Due"
        description="Pairs without a date of their own"
        value={now.due_on ?? ''}
        onChange={(event) => change({ due_on: event.currentTarget.value || null })}
        error={error.field('due_on')}
      />
      <Checkbox
        label="Blind"
        description="Annotators cannot see each other’s reviews before adjudication"
        checked={now.blind ?? true}
        onChange={(event) => change({ blind: event.currentTarget.checked })}
      />
      {policy && (
        <AskFirst
          verb="Stop assigning…"
          label="Stop assigning reviews"
          question="All slots and skips end. Reviews are kept, and anyone can open any pair."
          yes="Stop assigning"
          isPending={end.isPending}
          onYes={() => end.mutate()}
        />
      )}
    </Form>
  );
}
