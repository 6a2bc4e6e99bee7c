import { FileInput, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { Part } from '@/ui/Page';
import { TextField } from '@/ui/TextField';
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
const blank = { name: '', language: '', path: '', download: '' };

/** Adds word vectors: an uploaded file, a file on the server, or a download by gensim. */
export function AddVectors() {
  const add = useAddVectors();
  const [from, setFrom] = useState<From>('file');
  const [file, setFile] = useState<File | null>(null);
  const [values, setValues] = useState(blank);
  const set = (name: keyof typeof blank) => (value: string) => setValues((now) => ({ ...now, [name]: value }));
  const errors = formErrors(add.error, ['name', 'language', from]);
  const body = bodyOf(from, file, values);
  const submit = () => {
    if (!body) return;
    add.mutate(body, {
      onSuccess: () => {
        setFile(null);
        setValues(blank);
      },
    });
  };
  return (
    <Part title="Add vectors">
      <Form onSubmit={submit} error={errors.rest} submit="Add" isPending={add.isPending} disabled={!body}>
        <SegmentedControl
          aria-label="Source of the vectors"
          value={from}
          onChange={(value) => setFrom(value as From)}
          data={origins}
        />
        {from === 'file' ? (
          <FileInput
            label="File"
            description="GloVe, word2vec or fastText, optionally gzipped"
            value={file}
            onChange={setFile}
            error={errors.field('file')}
          />
        ) : (
          <TextField {...texts[from]} value={values[from]} onChange={set(from)} error={errors.field(from)} />
        )}
        <TextField
          label="Name"
          required
          maxLength={80}
          value={values.name}
          onChange={set('name')}
          error={errors.field('name')}
        />
        <TextField
          label="Language"
          description="A language tag such as en. Optional"
          value={values.language}
          onChange={set('language')}
          error={errors.field('language')}
        />
      </Form>
    </Part>
  );
}

/** The request, or null while something it needs is missing. */
function bodyOf(from: From, file: File | null, values: typeof blank): NewVectors | null {
  const common = { name: values.name.trim(), language: values.language.trim() };
  if (!common.name) return null;
  if (from === 'file') return file && { ...common, file };
  const value = values[from].trim();
  if (!value) return null;
  return from === 'path' ? { ...common, path: value } : { ...common, download: value };
}
