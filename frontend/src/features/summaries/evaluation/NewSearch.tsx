import { Checkbox } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { count } from '@/lib/format';
import { DialogButton } from '@/ui/DialogButton';
import { Form } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { meanings, type NumericParameter, numbersOf, numeric, valueText } from './model';
import { type TuningGrid, type TuningOutlook, useStartTuning } from './requests/tunings';

type Similarity = TuningGrid['similarity'][number];
const labels: Record<Similarity, string> = {
  vectors: 'word vectors',
  characters: 'their letters',
  exact: 'equality',
};
type Texts = Record<NumericParameter, string>;

/** What a search may try, as on the server. */
const leastValue = 0.001;
const mostValue = 0.999;

/** Starts a search, once a dialog has asked what to try. */
export function NewSearch({ slug, outlook }: { slug: string; outlook: TuningOutlook }) {
  return (
    <DialogButton leftSection={<IconAdjustmentsHorizontal size={16} />} verb="New search…" title="New search">
      {(close) => <Asked slug={slug} outlook={outlook} onDone={close} />}
    </DialogButton>
  );
}

function Asked({ slug, outlook, onDone }: { slug: string; outlook: TuningOutlook; onDone: () => void }) {
  const { grid } = outlook;
  const [similarity, setSimilarity] = useState<Similarity[]>(grid.similarity);
  const [texts, setTexts] = useState<Texts>(() => {
    const shown = numeric.map((name) => [name, grid[name].map(valueText).join(' ')]);
    return Object.fromEntries(shown) as Texts;
  });
  const start = useStartTuning(slug);
  const values = numeric.map((name) => [name, numbersOf(texts[name])] as const);
  const fault = (numbers: readonly number[] | null) =>
    numbers === null || numbers.length === 0 || numbers.some((value) => value < leastValue || value > mostValue)
      ? 'Numbers between 0 and 1, with spaces between them'
      : undefined;
  const n = values.reduce((product, [, numbers]) => product * (numbers?.length ?? 0), similarity.length);
  const isWrong = n === 0 || n > outlook.most_settings || values.some(([, numbers]) => fault(numbers));
  return (
    <Form
      wide
      onSubmit={() =>
        start.mutate(
          { similarity, ...Object.fromEntries(values.map(([name, numbers]) => [name, numbers ?? []])) },
          { onSuccess: onDone },
        )
      }
      error={start.error}
      submit="Search"
      isPending={start.isPending}
      disabled={isWrong}
    >
      <Checkbox.Group
        label="Words compared by"
        value={similarity}
        onChange={(chosen) => setSimilarity(chosen as Similarity[])}
      >
        {(outlook.vectors ? (['vectors', 'characters', 'exact'] as const) : (['characters', 'exact'] as const)).map(
          (name) => (
            <Checkbox
              key={name}
              value={name}
              label={name === 'vectors' ? `${labels[name]} (${outlook.vectors})` : labels[name]}
              mt={6}
            />
          ),
        )}
      </Checkbox.Group>
      {values.map(([name, numbers]) => (
        <TextField
          key={name}
          label={meanings[name]}
          value={texts[name]}
          onChange={(text) => setTexts((now) => ({ ...now, [name]: text }))}
          error={fault(numbers)}
        />
      ))}
      <p className="soft" role="status">
        {count(n)} settings on {count(outlook.n_talks)} talks.
        {n > outlook.most_settings && ` ${count(outlook.most_settings)} are allowed: try fewer values.`}
      </p>
    </Form>
  );
}
