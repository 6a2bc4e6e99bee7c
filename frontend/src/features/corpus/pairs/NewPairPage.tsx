import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useDocuments } from '@/api/documents';
import { useCreatePair } from '@/api/pairs';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import type { DocumentSummary } from '@/api/types';
import { count, language } from '@/lib/format';
import { Form } from '@/ui/Form';
import { Notice } from '@/ui/Notice';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { useFields } from '@/ui/useFields';

/** Pairs two documents that the import did not pair. */
export function NewPairPage() {
  const { slug = '' } = useParams();
  const manages = may(useProject(slug).data?.role, 'pairs', 'create');
  const documents = useDocuments(slug);
  const all = documents.data?.results ?? [];
  if (!manages) {
    return (
      <Notice title="Pair documents" out={[`/p/${slug}/pairs`, 'Back to the pairs']}>
        <p>Only project admins can pair documents.</p>
      </Notice>
    );
  }
  return (
    <Page
      title="Pair documents"
      above={<Link to={`/p/${slug}/pairs`}>Pairs</Link>}
      lead="Pair a paper or slides with the talk that presents them, or the two sides of a bitext."
    >
      <Part title="New pair">
        <Pending of={documents} what="documents" />
        {documents.data && all.length < 2 && (
          <p className="soft">
            A pair needs two documents. <Link to={`/p/${slug}/pairs/import`}>Import them</Link> first.
          </p>
        )}
        {all.length >= 2 && <NewPairForm slug={slug} documents={all} />}
      </Part>
    </Page>
  );
}

/** Makes a pair of two documents and opens it. */
function NewPairForm({ slug, documents }: { slug: string; documents: DocumentSummary[] }) {
  const create = useCreatePair();
  const navigate = useNavigate();
  const [source, setSource] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const { values, field, rest } = useFields({ title: '' }, create.error);
  const submit = () =>
    create.mutate(
      { project: slug, source: Number(source), target: Number(target), title: values.title.trim() || undefined },
      { onSuccess: (pair) => void navigate(`/p/${slug}/pairs/${pair.id}`) },
    );
  return (
    <Form
      onSubmit={submit}
      error={rest}
      submit="Create pair"
      isPending={create.isPending}
      disabled={!source || !target}
    >
      <DocumentPicker
        label="Source"
        description="The paper, the slides, or the original speech or text"
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
      <TextInput
        label="Title"
        description="Leave blank to use the title of the source"
        maxLength={300}
        {...field('title')}
      />
    </Form>
  );
}

/** Options drawn at once; typing finds the others. */
const shown = 60;

interface DocumentPickerProps {
  label: string;
  description: string;
  documents: DocumentSummary[];
  /** The document on the other side, which cannot be chosen here too. */
  other: string | null;
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Chooses one side of a pair from the documents of a project. */
function DocumentPicker({ label, description, documents, other, value, onChange }: DocumentPickerProps) {
  return (
    <Select
      label={label}
      description={description}
      placeholder={`Type to search ${count(documents.length)} documents`}
      searchable
      required
      limit={shown}
      nothingFoundMessage="No matching documents"
      data={documents
        .filter(({ id }) => String(id) !== other)
        .map(({ id, title, kind, language: tag }) => ({
          value: String(id),
          label: `${title} (${kind}, ${language(tag)})`,
        }))}
      value={value}
      onChange={onChange}
    />
  );
}
