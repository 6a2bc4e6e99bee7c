import { Button, FileInput, Modal, Radio } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { TextField } from '@/ui/TextField';
import { type SummarySet, useImportSummaries } from './requests/evaluation';

/** Imports references or a system's summaries, once a dialog has asked for the files. */
export function ImportSummaries({ slug }: { slug: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconUpload size={16} />} onClick={() => setOpen(true)}>
        Import references
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Import summaries"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Asked slug={slug} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function Asked({ slug, onDone }: { slug: string; onDone: () => void }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<SummarySet['kind']>('references');
  const [files, setFiles] = useState<File[]>([]);
  const take = useImportSummaries(slug);
  const errors = formErrors(take.error, ['name']);
  return (
    <Form
      wide
      onSubmit={() => take.mutate({ name, kind, files }, { onSuccess: onDone })}
      error={errors.rest}
      submit="Import"
      isPending={take.isPending}
      disabled={files.length === 0 || !name.trim()}
    >
      <Radio.Group label="They are" value={kind} onChange={(value) => setKind(value as SummarySet['kind'])}>
        <Radio value="references" label="References: written or chosen by people" mt={6} />
        <Radio value="system" label="A system’s, to be compared with references" mt={6} />
      </Radio.Group>
      <TextField label="Name" maxLength={80} value={name} onChange={setName} error={errors.field('name')} />
      <FileInput
        multiple
        label="Files"
        description="CSV or JSON lines with a paper, and a summary or positions of its sentences from 0; or a text for each paper, named like it"
        accept=".csv,.tsv,.jsonl,.ndjson,.txt"
        value={files}
        onChange={setFiles}
      />
    </Form>
  );
}
