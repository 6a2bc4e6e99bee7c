import { NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { Form } from '@/ui/Form';
import { type Recognition, useMakeCheck } from './requests';

/** As of a check that is made over the API without a share. */
const usualPercent = 10;
const largestPercent = 50;

/** Has two recognitions compared. */
export function MakeCheck({ document, recognitions }: { document: number; recognitions: readonly Recognition[] }) {
  const make = useMakeCheck(document);
  const [a, setA] = useState(String(recognitions[0]?.id));
  const [b, setB] = useState(String(recognitions[1]?.id));
  const [share, setShare] = useState(usualPercent);
  const data = recognitions.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Form
      label="Compare two recognitions"
      submit="Compare"
      isPending={make.isPending}
      disabled={a === b}
      error={make.error}
      onSubmit={() => make.mutate({ a: Number(a), b: Number(b), planted_share: share / 100 })}
    >
      <Select
        label="A, whose lines are kept"
        allowDeselect={false}
        data={data}
        value={a}
        onChange={(id) => setA(id ?? a)}
      />
      <Select label="B" allowDeselect={false} data={data} value={b} onChange={(id) => setB(id ?? b)} />
      <NumberInput
        label="Check masks"
        description="Of all masks, those that stand where both agree: they show how carefully people listen."
        suffix=" %"
        min={0}
        max={largestPercent}
        value={share}
        onChange={(value) => setShare(Number(value))}
      />
    </Form>
  );
}
