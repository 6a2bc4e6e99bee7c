import { Radio, Select } from '@mantine/core';
import { useState } from 'react';
import { Form } from '@/ui/Form';
import { startWords } from './model';
import classes from './Passages.module.css';
import { type Asked, type PairPassages, useFindPassages } from './requests';

interface FindFormProps {
  pair: number;
  stored: PairPassages;
  onDone?: () => void;
}

/** Has passages found: for slides or spans, by what is said or shown, and how that is compared. */
export function FindForm({ pair, stored, onDone }: FindFormProps) {
  const { has_timeline: hasTimeline, methods, passages } = stored;
  const find = useFindPassages(pair);
  const [asked, setAsked] = useState<Asked>({
    per: passages?.per ?? (hasTimeline ? 'slide' : 'span'),
    basis: passages?.basis ?? 'script',
    method: passages?.method ?? 'tf-idf',
  });
  const chosen = methods.find(({ name }) => name === asked.method);
  const refusal = chosen?.refusal ?? '';
  return (
    <Form
      label="Find passages"
      submit={passages ? 'Find again' : 'Find passages'}
      isPending={find.isPending}
      disabled={refusal !== ''}
      error={find.error}
      onSubmit={() => find.mutate(asked, { onSuccess: onDone })}
    >
      <Radio.Group
        label="For each"
        value={asked.per}
        onChange={(per) => setAsked({ ...asked, per: per as Asked['per'] })}
      >
        <div className={classes.options}>
          <Radio
            value="slide"
            label="Slide"
            disabled={!hasTimeline}
            description={hasTimeline ? 'By the timeline of the talk’s deck' : 'No deck of this talk has a timeline'}
          />
          <Radio value="span" label="Span" description="The segments of the recording" />
        </div>
      </Radio.Group>
      <Select
        label="Compare the paper with"
        allowDeselect={false}
        value={asked.basis}
        onChange={(basis) => setAsked({ ...asked, basis: (basis ?? 'script') as Asked['basis'] })}
        data={[
          { value: 'script', label: 'What is said' },
          { value: 'slide', label: 'Slide text', disabled: !hasTimeline },
          { value: 'both', label: 'Both', disabled: !hasTimeline },
        ]}
      />
      <Select
        label="Similarity by"
        allowDeselect={false}
        value={asked.method}
        onChange={(method) => setAsked({ ...asked, method: (method ?? 'tf-idf') as Asked['method'] })}
        data={methods.map(({ name, label }) => ({ value: name, label }))}
      />
      <p className="soft">{refusal || (chosen && startWords(chosen))}</p>
      {passages && <p className="soft">What people have said stays.</p>}
    </Form>
  );
}
