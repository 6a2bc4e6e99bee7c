import { Button, Checkbox, Modal, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Defaults } from '@/api/types';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { WithDefaults } from '@/ui/WithDefaults';
import { basisLabels, testShare } from './model';
import { type TrainingSetRequest, useRequestTrainingSet } from './requests';
import classes from './Training.module.css';

/** Asks for a training set of the whole project, once a dialog has asked how. */
export function NewTrainingSet({ slug }: { slug: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="filled" onClick={() => setOpen(true)}>
        New training set
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="New training set"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <WithDefaults what="the form">
          {({ training_set }) => <Asked slug={slug} first={training_set} onDone={() => setOpen(false)} />}
        </WithDefaults>
      </Modal>
    </>
  );
}

type Basis = TrainingSetRequest['basis'];

interface AskedProps {
  slug: string;
  first: Defaults['training_set'];
  onDone: () => void;
}

function Asked({ slug, first, onDone }: AskedProps) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [licence, setLicence] = useState('');
  const [basis, setBasis] = useState<Basis>('gold_or_run');
  const [train, setTrain] = useState(first.train_share);
  const [dev, setDev] = useState(first.dev_share);
  const [seed, setSeed] = useState(first.seed);
  const [usesCorpus, setUsesCorpus] = useState(false);
  const request = useRequestTrainingSet();
  const errors = formErrors(request.error, ['name', 'description', 'licence', 'train_share', 'dev_share', 'seed']);
  const test = testShare(train, dev);
  return (
    <Form
      wide
      onSubmit={() =>
        request.mutate(
          {
            project: slug,
            name: name.trim(),
            description: description.trim(),
            licence: licence.trim(),
            basis,
            train_share: train,
            dev_share: dev,
            seed,
            uses_corpus_split: usesCorpus,
          },
          { onSuccess: onDone },
        )
      }
      error={errors.rest}
      submit="Create training set"
      isPending={request.isPending}
      disabled={name.trim() === '' || test === null}
    >
      <p className="soft">
        Every paper with an aligned talk, as it is now, in four summary lengths, plus the reference summaries used for
        evaluation. Training sets are immutable.
      </p>
      <TextInput
        data-autofocus
        label="Name"
        value={name}
        maxLength={120}
        onChange={(event) => setName(event.currentTarget.value)}
        error={errors.field('name')}
      />
      <Select
        label="Spoken words from"
        description="Source of the time spent on each sentence"
        data={Object.entries(basisLabels).map(([value, label]) => ({ value, label }))}
        value={basis}
        allowDeselect={false}
        onChange={(value) => setBasis((value ?? basis) as Basis)}
      />
      <div className={classes.shares}>
        <NumberInput
          label="Train, %"
          min={1}
          max={100}
          value={train}
          onChange={(value) => setTrain(Number(value))}
          error={errors.field('train_share')}
        />
        <NumberInput
          label="Dev, %"
          min={0}
          max={99}
          value={dev}
          onChange={(value) => setDev(Number(value))}
          error={errors.field('dev_share')}
        />
        <NumberInput
          label="Seed"
          min={0}
          max={2 ** 31 - 1}
          value={seed}
          onChange={(value) => setSeed(Number(value))}
          error={errors.field('seed')}
        />
      </div>
      <p className="soft num" role="status">
        {test === null ? 'Train and dev are more than 100 % together.' : `${test} % are left for testing.`} Papers with
        a speaker in common stay together.
      </p>
      <Checkbox
        label="Keep the corpus’s own split where it has one"
        checked={usesCorpus}
        onChange={(event) => setUsesCorpus(event.currentTarget.checked)}
      />
      <TextInput
        label="Licence"
        description="A name such as CC-BY-4.0, or a sentence"
        value={licence}
        maxLength={200}
        onChange={(event) => setLicence(event.currentTarget.value)}
        error={errors.field('licence')}
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={errors.field('description')}
      />
    </Form>
  );
}
