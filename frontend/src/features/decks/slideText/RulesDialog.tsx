import { NumberInput, Radio } from '@mantine/core';
import { useState } from 'react';
import { isLive } from '@/api/work';
import { DialogButton } from '@/ui/DialogButton';
import { Form } from '@/ui/Form';
import { type Reading, type RuleOptions, type SlideText, useReadSlides } from './requests';
import classes from './SlideText.module.css';

interface RulesDialogProps {
  deck: number;
  text: SlideText;
  isDisabled: boolean;
}

/** Has the rules run again, with other limits, or more of the pictures read. */
export function RulesDialog({ deck, text, isDisabled }: RulesDialogProps) {
  return (
    <DialogButton verb="Read again…" title="Read again" disabled={isDisabled || isLive(text.work)}>
      {(close) => <Rules deck={deck} text={text} onDone={close} />}
    </DialogButton>
  );
}

const limits: readonly (readonly [keyof RuleOptions, string])[] = [
  ['height', 'Heights differ by at most'],
  ['overlap', 'Horizontal overlap of at least'],
  ['gap', 'Vertical gap of at most'],
  ['fold', 'A page is a step of a later one up to'],
];

function Rules({ deck, text, onDone }: { deck: number; text: SlideText; onDone: () => void }) {
  const read = useReadSlides(deck);
  const [options, setOptions] = useState(text.options);
  const [pictures, setPictures] = useState<Reading['pictures']>(text.no_ocr ? 'none' : 'missing');
  return (
    <Form
      label="Read again"
      submit="Read again"
      isPending={read.isPending}
      error={read.error}
      onSubmit={() => read.mutate({ pictures, options }, { onSuccess: onDone })}
    >
      <p className="soft">What people changed stands. The rules run on all other blocks.</p>
      <Radio.Group
        label="Pictures"
        value={pictures}
        onChange={(value) => setPictures(value as Reading['pictures'])}
        description={text.no_ocr || undefined}
      >
        <div className={classes.radios}>
          <Radio value="none" label="Don’t read pictures" />
          <Radio value="missing" label="Read pages without text" disabled={text.no_ocr !== ''} />
          <Radio value="all" label="Read all pages, for pictures and handwriting" disabled={text.no_ocr !== ''} />
        </div>
      </Radio.Group>
      {limits.map(([name, label]) => (
        <NumberInput
          key={name}
          label={label}
          description={name === 'fold' ? text.measure : undefined}
          step={0.05}
          min={0}
          decimalScale={3}
          value={options[name]}
          onChange={(value) => typeof value === 'number' && setOptions({ ...options, [name]: value })}
        />
      ))}
    </Form>
  );
}
