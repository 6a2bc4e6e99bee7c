import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreatePair } from '@/api/pairs';
import type { DocumentSummary } from '@/api/types';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { TextField } from '@/ui/TextField';
import { DocumentPicker } from './DocumentPicker';

/** Makes a pair of two documents and opens it. */
export function NewPairForm({ slug, documents }: { slug: string; documents: DocumentSummary[] }) {
  const create = useCreatePair();
  const navigate = useNavigate();
  const [source, setSource] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const [title, setTitle] = useState('');
  const errors = formErrors(create.error, ['title']);
  const submit = () =>
    create.mutate(
      { project: slug, source: Number(source), target: Number(target), title: title.trim() || undefined },
      { onSuccess: (pair) => void navigate(`/p/${slug}/pairs/${pair.id}`) },
    );
  return (
    <Form
      onSubmit={submit}
      error={errors.rest}
      submit="Create pair"
      isPending={create.isPending}
      disabled={!source || !target}
    >
      <DocumentPicker
        label="Source"
        description="The paper, or the original speech or text"
        documents={documents}
        other={target}
        value={source}
        onChange={setSource}
      />
      <DocumentPicker
        label="Target"
        description="The transcript of the talk, or the interpretation or translation"
        documents={documents}
        other={source}
        value={target}
        onChange={setTarget}
      />
      <TextField
        label="Title"
        description="Leave blank to use the title of the source"
        maxLength={300}
        value={title}
        onChange={setTitle}
        error={errors.field('title')}
      />
    </Form>
  );
}
