import { FileInput, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { type NewVectors, useAddVectors } from './requests';

type From = 'file' | 'path' | 'download';

const origins: { value: From; label: string }[] = [
  { value: 'file', label: 'Upload' },
  { value: 'path', label: 'On the server' },
  { value: 'download', label: 'gensim' },
];
const texts = {
  path: { label: 'Path on the server', description: 'The file is used in place, not copied' },
  download: { label: 'Name in gensim', description: 'For example glove-wiki-gigaword-100. Needs internet access' },
};
const blank = { name: '', language: '', file: null as File | null, path: '', download: '' };

/** Adds word vectors: an uploaded file, a file on the server, or a download by gensim. */
export function AddVectors() {
  const add = useAddVectors();
  const [from, setFrom] = useState<From>('file');
  const { values, field, reset, rest } = useFields(blank, add.error);
  const body = bodyOf(from, values);
  const submit = () => body && add.mutate(body, { onSuccess: reset });
  return (
    <Part title="Add vectors">
      <Form onSubmit={submit} error={rest} submit="Add" isPending={add.isPending} disabled={!body}>
        <SegmentedControl
          aria-label="Source of the vectors"
          value={from}
          onChange={(value) => setFrom(value as From)}
          data={origins}
        />
        {from === 'file' ? (
          <FileInput label="File" description="GloVe, word2vec or fastText, optionally gzipped" {...field('file')} />
        ) : (
          <TextField {...texts[from]} {...field(from)} />
        )}
        <TextField label="Name" required maxLength={80} {...field('name')} />
        <TextField label="Language" description="A language tag such as en. Optional" {...field('language')} />
      </Form>
    </Part>
  );
}

/** The request, or null while something it needs is missing. */
function bodyOf(from: From, { file, ...values }: typeof blank): NewVectors | null {
  const common = { name: values.name.trim(), language: values.language.trim() };
  if (!common.name) return null;
  if (from === 'file') return file && { ...common, file };
  const value = values[from].trim();
  if (!value) return null;
  return from === 'path' ? { ...common, path: value } : { ...common, download: value };
}
