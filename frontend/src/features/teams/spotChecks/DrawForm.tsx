import { NumberInput, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Defaults } from '@/api/types';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { useFields } from '@/ui/useFields';
import { WithDefaults } from '@/ui/WithDefaults';
import { type SpotCheck, type SpotChecks, useDraw } from './requests';
import { kindWords, things } from './words';

interface DrawFormProps {
  slug: string;
  settled: NonNullable<SpotChecks['settled']>;
}

/** Draws some of the work of each person who has none under way. */
export function DrawForm(props: DrawFormProps) {
  return (
    <Part title="Draw spot checks">
      <WithDefaults what="the form">{(defaults) => <Fields {...props} start={defaults.spot_check} />}</WithDefaults>
    </Part>
  );
}

function Fields({ slug, settled, start }: DrawFormProps & { start: Defaults['spot_check'] }) {
  const draw = useDraw(slug);
  const [kind, setKind] = useState<SpotCheck['kind']>('slides');
  const { values, field, rest } = useFields(
    { n_items: start.n_items, most_faulty: start.most_faulty, seed: '' as number | string },
    draw.error,
  );
  return (
    <Form
      label="Draw spot checks"
      submit="Draw"
      secondary
      isPending={draw.isPending}
      disabled={settled[kind] === 0}
      error={rest}
      onSubmit={() =>
        draw.mutate({
          kind,
          n_items: values.n_items,
          most_faulty: values.most_faulty,
          seed: values.seed === '' ? null : Number(values.seed),
        })
      }
      beside={
        <span className="soft" role="status">
          {kind === 'slides' ? `${things(kind, settled[kind])} checked` : `${things(kind, settled[kind])} accepted`}
        </span>
      }
    >
      <SegmentedControl
        aria-label="What is judged"
        value={kind}
        onChange={(value) => setKind(value as SpotCheck['kind'])}
        data={Object.entries(kindWords).map(([value, label]) => ({ value, label }))}
      />
      <NumberInput
        label="Of each person"
        description="Or all there is. Nobody gets a second one while one is open."
        min={1}
        max={start.most_items}
        allowDecimal={false}
        {...field('n_items')}
      />
      <NumberInput
        label="Accepted with at most so many faulty"
        description="With more, all that the person has settled is sent back."
        min={0}
        max={start.most_items}
        allowDecimal={false}
        {...field('most_faulty')}
      />
      <NumberInput
        label="Seed"
        description="The same seed draws the same of the same work. Empty for any."
        min={0}
        max={2 ** 31 - 1}
        allowDecimal={false}
        {...field('seed')}
      />
    </Form>
  );
}
