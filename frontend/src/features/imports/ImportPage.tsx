import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { useAddFiles, useImport, useStageFiles } from '@/api/imports';
import { canManage, useProject } from '@/api/projects';
import type { ImportBatch } from '@/api/types';
import { plural } from '@/lib/format';
import { useTitle } from '@/lib/useTitle';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { DropArea } from './DropArea';
import { FileList } from './FileList';
import { FilePanel } from './FilePanel';
import { type Found, notTaken } from './folders';
import { ImportFoot } from './ImportFoot';
import classes from './ImportPage.module.css';
import { standing } from './model';
import { Pairings } from './Pairings';
import { UnderWay } from './UnderWay';

/** Files are staged and looked at; nothing is stored until Import, and then all of it. The batch stands in the URL. */
export function ImportPage() {
  const { slug = '', batch: batchId } = useParams();
  const id = batchId === undefined ? null : Number(batchId);
  const batch = useImport(id);
  const stage = useStageFiles();
  const add = useAddFiles();
  const navigate = useNavigate();
  const [missed, setMissed] = useState('');
  const role = useProject(slug).data?.role;
  useTitle('Import');
  useFreshLists(batch.data?.state);

  if (!canManage(role)) {
    return (
      <Notice title="Import">
        Who administers the project imports its talks. <Link to={`/p/${slug}/pairs`}>Back to the talks</Link>
      </Notice>
    );
  }
  if (id !== null && batch.isPending) return <Loading what="the import" />;
  if (id !== null && !batch.data) {
    return (
      <Notice title="The import did not open">
        <ErrorNote error={batch.error} onRetry={() => void batch.refetch()} />
        <p>
          <Link to={`/p/${slug}/pairs/import`}>Start another import</Link>
        </p>
      </Notice>
    );
  }
  if (batch.data?.state === 'imported') return <Imported slug={slug} batch={batch.data} />;
  const editable = batch.data === undefined || batch.data.state === 'staged' || batch.data.state === 'failed';
  const take = (found: Found) => {
    const { files } = found;
    setMissed(notTaken(found));
    if (files.length === 0) return;
    if (id !== null) add.mutate({ id, files });
    else {
      stage.mutate(
        { project: slug, files },
        { onSuccess: (made) => void navigate(`/p/${slug}/pairs/import/${made.id}`, { replace: true }) },
      );
    }
  };
  const error = stage.error ?? add.error;
  return (
    <main className={classes.page}>
      <div className={classes.head}>
        <h1>Import</h1>
        <p className="soft">Nothing is stored until you press Import. It is all or nothing.</p>
      </div>
      <div className={classes.columns}>
        <section aria-label="Files" className={classes.column}>
          {editable && <DropArea first={id === null} busy={stage.isPending || add.isPending} onFound={take} />}
          {missed && (
            <p className={classes.missed} role="status">
              {missed}
            </p>
          )}
          {error && (
            <div className={classes.pad}>
              <ErrorNote error={error} />
            </div>
          )}
          {batch.data ? <Files batch={batch.data} editable={editable} /> : <UnderWay slug={slug} />}
        </section>
        {batch.data && <OpenFile batch={batch.data} editable={editable} />}
      </div>
      {batch.data && <ImportFoot batch={batch.data} slug={slug} />}
    </main>
  );
}

const panelId = 'open-file';

function useOpenFile(batch: ImportBatch) {
  const [params, setParams] = useSearchParams();
  const asked = batch.files.find(({ id }) => String(id) === params.get('file'));
  const open = asked ?? batch.files.find((file) => standing(file).tone === 'bad') ?? batch.files[0] ?? null;
  const setOpen = (id: number) => {
    setParams({ file: String(id) }, { replace: true, preventScrollReset: true });
    // In one column the file opens below the list, out of sight.
    if (matchMedia('(max-width: 1099px)').matches) {
      requestAnimationFrame(() => document.getElementById(panelId)?.scrollIntoView({ block: 'start' }));
    }
  };
  return { open, setOpen };
}

function Files({ batch, editable }: { batch: ImportBatch; editable: boolean }) {
  const { open, setOpen } = useOpenFile(batch);
  return (
    <>
      <FileList files={batch.files} current={open?.id ?? null} onOpen={setOpen} />
      <Pairings batch={batch} editable={editable} />
    </>
  );
}

function OpenFile({ batch, editable }: { batch: ImportBatch; editable: boolean }) {
  const { open } = useOpenFile(batch);
  return open && <FilePanel id={panelId} batch={batch.id} file={open} editable={editable} />;
}

function Imported({ slug, batch }: { slug: string; batch: ImportBatch }) {
  const { documents = [], pairs = [], reviews = [], n_unchanged = 0, n_changed = 0 } = batch.result;
  return (
    <Notice title="Imported">
      <p>
        {plural(documents.length, 'document')}
        {pairs.length > 0 ? ` in ${plural(pairs.length, 'new pair')}` : documents.length > 0 && ', in no pair yet'}
        {n_unchanged > 0 && `; ${plural(n_unchanged, 'document')} unchanged since an earlier import`}
        {n_changed > 0 && `; ${plural(n_changed, 'document')} changed`}
        {reviews.length > 0 && `; ${plural(reviews.length, 'review')} carried over`}.
      </p>
      <p style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        {pairs.length === 0 && documents.length > 0 ? (
          <>
            <Button component={Link} to={`/p/${slug}/pairs/new`} variant="filled">
              Pair documents
            </Button>
            <Button component={Link} to={`/p/${slug}/documents`}>
              See the documents
            </Button>
          </>
        ) : (
          <Button component={Link} to={`/p/${slug}/pairs`} variant="filled">
            See the talks
          </Button>
        )}
        <Button component={Link} to={`/p/${slug}/pairs/import`}>
          Import more
        </Button>
      </p>
    </Notice>
  );
}

/** What the lists of talks and documents hold is old once an import is through. */
function useFreshLists(state: ImportBatch['state'] | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (state !== 'imported') return;
    for (const key of ['pairs', 'documents', 'projects']) void client.invalidateQueries({ queryKey: [key] });
  }, [state, client]);
}
