import { Checkbox, NumberInput } from '@mantine/core';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { useFields } from '@/ui/useFields';
import { type Rules, useSetRules } from './requests';

/** What the server takes at most. */
const longestRound = 50;
const mostTries = 10;

/** Whether a round comes before real work, and what it takes to pass. */
export function RulesForm({ slug, rules }: { slug: string; rules: Rules }) {
  const set = useSetRules(slug);
  const { values, field, rest, box } = useFields({ ...rules, n_again: rules.n_again ?? 0 }, set.error);
  return (
    <Part title="Rules">
      <Form
        label="Rules of the training round"
        submit="Save"
        secondary
        isPending={set.isPending}
        error={rest}
        onSubmit={() => set.mutate(values)}
      >
        <Checkbox
          label="Before real work"
          description="The queue gives annotators pairs only in languages in which they have passed."
          {...box('is_required')}
        />
        <Checkbox
          label="Members of today too"
          description="Else only those who join from now on have to pass."
          disabled={!values.is_required}
          {...box('asks_members')}
        />
        <NumberInput label="Rows a round" min={1} max={longestRound} allowDecimal={false} {...field('n_rows')} />
        <NumberInput label="Right, to pass" min={1} max={values.n_rows} allowDecimal={false} {...field('n_right')} />
        <NumberInput
          label="Tries"
          description="After that an admin decides."
          min={1}
          max={mostTries}
          allowDecimal={false}
          {...field('n_tries')}
        />
        <NumberInput
          label="New guidelines"
          description="Rows to do again when they have a new version; 0 for none."
          min={0}
          max={values.n_rows}
          allowDecimal={false}
          {...field('n_again')}
        />
      </Form>
      <p className="soft" style={{ marginTop: 12 }}>
        A row is right when its links equal the answer and no label differs. Rows of the pool are used neither for gold
        nor for agreement.
      </p>
    </Part>
  );
}
