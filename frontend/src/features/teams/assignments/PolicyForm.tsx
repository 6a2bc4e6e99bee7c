import { Checkbox, NumberInput, Select, TextInput } from '@mantine/core';
import type { Defaults } from '@/api/types';
import { plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { Form } from '@/ui/Form';
import { useFields } from '@/ui/useFields';
import { WithDefaults } from '@/ui/WithDefaults';
import { type Policy, type PolicyChange, useEndPolicy, useSetPolicy } from './requests';
import { orderWords } from './words';

const orders = Object.entries(orderWords).map(([value, label]) => ({ value, label }));

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
  const { updated_at: _, ...stored } = policy ?? { ...defaults.assignment_policy, updated_at: '' };
  const { values, field, box, change, rest } = useFields<PolicyChange>(stored, save.error);
  const isChanged = Object.entries(values).some(([name, value]) => stored[name as keyof PolicyChange] !== value);
  const number = (name: 'reviews_per_pair' | 'reviews_in_sample' | 'claim_hours' | 'max_claims') => ({
    ...field(name),
    min: 1,
    onChange: (value: string | number) => change({ [name]: Number(value) || 0 }),
  });
  return (
    <>
      <Form
        label="Rules of assignment"
        onSubmit={() => save.mutate(values)}
        error={rest}
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
        <NumberInput label="Reviews per pair" max={most.reviews_per_pair} {...number('reviews_per_pair')} />
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 }}>
          <NumberInput
            label="Sample"
            description="Share of pairs, drawn by lot"
            suffix=" %"
            min={0}
            max={100}
            {...field('sample_share')}
            value={Math.round((values.sample_share ?? 0) * 100)}
            onChange={(value) => change({ sample_share: Math.min(100, Math.max(0, Number(value) || 0)) / 100 })}
          />
          <NumberInput
            label="Reviews in it"
            description="Per pair of the sample"
            max={most.reviews_per_pair}
            {...number('reviews_in_sample')}
          />
          <NumberInput
            label="A claim lasts"
            description="After the last edit"
            suffix=" h"
            max={most.claim_hours}
            {...number('claim_hours')}
          />
          <NumberInput
            label="Claims at a time"
            description="Of one person"
            max={most.max_claims}
            {...number('max_claims')}
          />
        </div>
        <Select
          label="Order"
          description="After priority and due date"
          allowDeselect={false}
          data={orders}
          {...field('order')}
        />
        <TextInput
          type="date"
          label="Due"
          description="Pairs without a date of their own"
          {...field('due_on')}
          value={values.due_on ?? ''}
          onChange={(event) => change({ due_on: event.currentTarget.value || null })}
        />
        <Checkbox
          label="Blind"
          description="Annotators cannot see each other’s reviews before adjudication"
          {...box('blind')}
        />
      </Form>
      {policy && (
        <div style={{ marginTop: 24 }}>
          {' '}
          <AskFirst
            verb="Stop assigning…"
            label="Stop assigning reviews"
            question="All slots and skips end. Reviews are kept, and anyone can open any pair."
            yes="Stop assigning"
            isPending={end.isPending}
            onYes={() => end.mutate()}
          />
        </div>
      )}
    </>
  );
}
