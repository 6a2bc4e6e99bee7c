import { Button, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useDocuments } from '@/api/documents';
import { useCreatePair } from '@/api/pairs';
import { canManage, useProject } from '@/api/projects';
import type { DocumentSummary } from '@/api/types';
import { count, language } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { Page, Part } from '@/ui/Page';
import classes from './Talks.module.css';

/** Options drawn at once; typing finds the others. */
const shown = 60;

/** Pairs two documents that an import did not pair by itself. */
export function NewPairPage() {
  const { slug = '' } = useParams();
  const manages = canManage(useProject(slug).data?.role);
  const documents = useDocuments(slug);
  const create = useCreatePair();
  const navigate = useNavigate();
  const [source, setSource] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const [title, setTitle] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { project: slug, source: Number(source), target: Number(target), title: title.trim() || undefined },
      { onSuccess: (pair) => void navigate(`/p/${slug}/talks/${pair.id}`) },
    );
  };
  const all = documents.data?.results ?? [];
  if (!manages) {
    return (
      <Notice title="Pair documents">
        <p>Who administers the project pairs its documents.</p>
        <p>
          <Link to={`/p/${slug}/talks`}>Back to the talks</Link>
        </p>
      </Notice>
    );
  }
  return (
    <Page
      title="Pair documents"
      above={<Link to={`/p/${slug}/talks`}>Talks</Link>}
      lead="A paper with the talk that presents it, or the two sides of a bitext."
    >
      <Part title="The two sides">
        {documents.isPending && <Loading what="documents" />}
        {documents.isError && <ErrorNote error={documents.error} onRetry={() => void documents.refetch()} />}
        {documents.data && all.length < 2 && (
          <p className="soft">
            A pair needs two documents. <Link to={`/p/${slug}/talks/import`}>Import them</Link> first.
          </p>
        )}
        {all.length >= 2 && (
          <form onSubmit={submit} className={classes.form}>
            <Select
              label="Source"
              description="The paper, or the speech that was interpreted or translated"
              placeholder={`Type to find one of ${count(all.length)}`}
              searchable
              required
              limit={shown}
              nothingFoundMessage="No document matches"
              data={choices(all, target)}
              value={source}
              onChange={setSource}
            />
            <Select
              label="Target"
              description="The transcript of the talk, or the interpretation or translation"
              placeholder={`Type to find one of ${count(all.length)}`}
              searchable
              required
              limit={shown}
              nothingFoundMessage="No document matches"
              data={choices(all, source)}
              value={target}
              onChange={setTarget}
            />
            <TextInput
              label="Title"
              description="Left empty, the target’s"
              maxLength={300}
              value={title}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            {create.isError && <ErrorNote error={create.error} />}
            <div>
              <Button type="submit" variant="filled" loading={create.isPending} disabled={!source || !target}>
                Pair them
              </Button>
            </div>
          </form>
        )}
      </Part>
    </Page>
  );
}

function choices(documents: DocumentSummary[], taken: string | null) {
  return documents
    .filter(({ id }) => String(id) !== taken)
    .map(({ id, title, kind, language: tag }) => ({
      value: String(id),
      label: `${title} (${kind}, ${language(tag)})`,
    }));
}
