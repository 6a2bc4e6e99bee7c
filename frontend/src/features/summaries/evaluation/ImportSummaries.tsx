import { FileInput, Radio } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { DialogButton } from '@/ui/DialogButton';
import { Form } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { type SummarySet, useImportSummaries } from './requests/evaluation';

/** Imports references or a system's summaries, once a dialog has asked for the files. */
export function ImportSummaries({ slug }: { slug: string }) {
  return (
    <DialogButton leftSection={<IconUpload size={16} />} verb="Import references" title="Import summaries">
      {(close) => <Asked slug={slug} onDone={close} />}
    </DialogButton>
  );
}

function Asked({ slug, onDone }: { slug: string; onDone: () => void }) {
  const take = useImportSummaries(slug);
  const { values, field, rest } = useFields(
    { name: '', kind: 'references' as SummarySet['kind'], files: [] as File[] },
    take.error,
  );
  return (
    <Form
      wide
      onSubmit={() => take.mutate(values, { onSuccess: onDone })}
      error={rest}
      submit="Import"
      isPending={take.isPending}
      disabled={values.files.length === 0 || !values.name.trim()}
    >
      <Radio.Group label="They are" {...field('kind')}>
        <Radio value="references" label="References: written or chosen by people" mt={6} />
        <Radio value="system" label="A system’s, to be compared with references" mt={6} />
      </Radio.Group>
      <TextField label="Name" maxLength={80} {...field('name')} />
      <FileInput
        multiple
        label="Files"
        description="CSV or JSON lines with a paper, and a summary or positions of its sentences from 0; or a text for each paper, named like it"
        accept=".csv,.tsv,.jsonl,.ndjson,.txt"
        {...field('files')}
      />
    </Form>
  );
}
