import { FileInput, Radio } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { DialogButton } from '@/ui/DialogButton';
import { Form } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { corpusName } from './model';
import { type SlidesCorpus, type SlidesTask, useAddPredictions } from './requests';

interface AddPredictionsProps {
  slug: string;
  corpus: SlidesCorpus;
}

/** Imports what a system predicts for the talks of a corpus, once a dialog has asked for the files. */
export function AddPredictions(props: AddPredictionsProps) {
  return (
    <DialogButton leftSection={<IconUpload size={16} />} verb="Add predictions" title="Add predictions">
      {(close) => <Asked {...props} onDone={close} />}
    </DialogButton>
  );
}

const expected: Record<SlidesTask, string> = {
  segmentation:
    'JSON: video id, and for each sentence 1 if it begins a segment, else 0. Or for each video a VT-SSum file, or a text of one 0 or 1 a line that is named by the id.',
  key_sentences: 'JSON: video id, clip, and for each sentence a number. The highest 3 and 5 of a clip count.',
};

function Asked({ slug, corpus, onDone }: AddPredictionsProps & { onDone: () => void }) {
  const add = useAddPredictions(slug, corpus);
  const { values, field, rest } = useFields(
    { name: '', task: 'segmentation' as SlidesTask, files: [] as File[] },
    add.error,
  );
  return (
    <Form
      wide
      onSubmit={() => add.mutate(values, { onSuccess: onDone })}
      error={rest}
      submit="Add"
      isPending={add.isPending}
      disabled={values.files.length === 0 || !values.name.trim()}
    >
      <p className="soft">Checked against the talks of: {corpusName(corpus)}.</p>
      <Radio.Group label="They are" {...field('task')}>
        <Radio value="segmentation" label="Where slides change" mt={6} />
        <Radio value="key_sentences" label="Scores of sentences" mt={6} />
      </Radio.Group>
      <TextField label="Name" maxLength={80} {...field('name')} />
      <FileInput multiple label="Files" description={expected[values.task]} accept=".json,.txt" {...field('files')} />
    </Form>
  );
}
