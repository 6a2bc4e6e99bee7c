import { Button, FileInput, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/client';
import { type NewVectors, useAddVectors } from '@/api/vectors';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import classes from './Vectors.module.css';

type From = 'file' | 'path' | 'download';

const nothing = { name: '', language: '', path: '', download: '' };

/** A set from a file of one's own, a file on the server, or gensim's downloads. */
export function AddVectors() {
  const add = useAddVectors();
  const [from, setFrom] = useState<From>('file');
  const [file, setFile] = useState<File | null>(null);
  const [texts, setTexts] = useState(nothing);
  const set = (name: keyof typeof nothing) => (event: { currentTarget: HTMLInputElement }) => {
    const { value } = event.currentTarget;
    setTexts((now) => ({ ...now, [name]: value }));
  };
  const fault = (name: string) => (add.error instanceof ApiError ? add.error.field(name) : undefined);
  const given = givenBy(from, file, texts);
  const isNamed = ['name', 'language', from].some(fault);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!given) return;
    add.mutate(given, {
      onSuccess: () => {
        setFile(null);
        setTexts(nothing);
      },
    });
  };
  return (
    <Part title="Add vectors">
      <form className={classes.form} onSubmit={submit}>
        <SegmentedControl
          aria-label="Where they come from"
          value={from}
          onChange={(value) => setFrom(value as From)}
          data={[
            { value: 'file', label: 'My file' },
            { value: 'path', label: 'On the server' },
            { value: 'download', label: 'gensim' },
          ]}
        />
        {from === 'file' && (
          <FileInput
            label="File"
            description="GloVe, word2vec or fastText; may be gzipped"
            value={file}
            onChange={setFile}
            error={fault('file')}
          />
        )}
        {from === 'path' && (
          <TextInput
            label="Path on the server"
            description="The file stays where it is"
            value={texts.path}
            onChange={set('path')}
            error={fault('path')}
          />
        )}
        {from === 'download' && (
          <TextInput
            label="Name at gensim"
            description="Such as glove-wiki-gigaword-100; needs the network"
            value={texts.download}
            onChange={set('download')}
            error={fault('download')}
          />
        )}
        <TextInput
          label="Name"
          required
          maxLength={80}
          value={texts.name}
          onChange={set('name')}
          error={fault('name')}
        />
        <TextInput
          label="Language"
          description="Such as en; may stay empty"
          value={texts.language}
          onChange={set('language')}
          error={fault('language')}
        />
        {add.isError && !isNamed && <ErrorNote error={add.error} />}
        <div>
          <Button type="submit" variant="filled" loading={add.isPending} disabled={!given}>
            Add
          </Button>
        </div>
      </form>
    </Part>
  );
}

function givenBy(from: From, file: File | null, texts: typeof nothing): NewVectors | null {
  const common = { name: texts.name.trim(), language: texts.language.trim() };
  if (!common.name) return null;
  if (from === 'file') return file && { ...common, file };
  const value = texts[from].trim();
  if (!value) return null;
  return from === 'path' ? { ...common, path: value } : { ...common, download: value };
}
