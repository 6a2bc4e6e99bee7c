import { Checkbox, NumberInput, Select, Textarea } from '@mantine/core';
import type { Defaults } from '@/api/types';
import { DialogButton } from '@/ui/DialogButton';
import { Form } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { WithDefaults } from '@/ui/WithDefaults';
import { basisLabels, testShare } from './model';
import { type TrainingSet, useRequestTrainingSet } from './requests';
import classes from './Training.module.css';

/** Asks for a training set of the whole project, once a dialog has asked how. */
export function NewTrainingSet({ slug }: { slug: string }) {
  return (
    <DialogButton variant="filled" verb="New training set" title="New training set">
      {(close) => (
        <WithDefaults what="the form">
          {({ training_set }) => <Asked slug={slug} first={training_set} onDone={close} />}
        </WithDefaults>
      )}
    </DialogButton>
  );
}

interface AskedProps {
  slug: string;
  first: Defaults['training_set'];
  onDone: () => void;
}

function Asked({ slug, first, onDone }: AskedProps) {
  const request = useRequestTrainingSet();
  const { values, field, box, rest } = useFields(
    {
      name: '',
      description: '',
      licence: '',
      basis: 'gold_or_run' as TrainingSet['basis'],
      ...first,
      uses_corpus_split: false,
    },
    request.error,
  );
  const name = values.name.trim();
  const test = testShare(values.train_share, values.dev_share);
  const submit = () => {
    const [description, licence] = [values.description.trim(), values.licence.trim()];
    request.mutate({ project: slug, ...values, name, description, licence }, { onSuccess: onDone });
  };
  return (
    <Form
      wide
      onSubmit={submit}
      error={rest}
      submit="Create training set"
      isPending={request.isPending}
      disabled={!name || test === null}
    >
      <p className="soft">
        Every paper with an aligned talk, as it is now, in four summary lengths, plus the reference summaries used for
        evaluation. Training sets are immutable.
      </p>
      <TextField data-autofocus label="Name" maxLength={120} {...field('name')} />
      <Select
        label="Spoken words from"
        description="Source of the time spent on each sentence"
        data={Object.entries(basisLabels).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...field('basis')}
      />
      <div className={classes.shares}>
        <NumberInput label="Train, %" min={1} max={100} {...field('train_share')} />
        <NumberInput label="Dev, %" min={0} max={99} {...field('dev_share')} />
        <NumberInput label="Seed" min={0} max={2 ** 31 - 1} {...field('seed')} />
      </div>
      <p className="soft num" role="status">
        {test === null ? 'Train and dev are more than 100 % together.' : `${test} % are left for testing.`} Papers with
        a speaker in common stay together.
      </p>
      <Checkbox label="Keep the corpus’s own split where it has one" {...box('uses_corpus_split')} />
      <TextField
        label="Licence"
        description="A name such as CC-BY-4.0, or a sentence"
        maxLength={200}
        {...field('licence')}
      />
      <Textarea label="Description" autosize minRows={2} {...field('description')} />
    </Form>
  );
}
