import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import type { ImportBatch } from '@/api/types';
import { useTitle } from '@/lib/useTitle';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { Files, OpenFile } from './BatchFiles';
import { DropArea } from './DropArea';
import { type Found, notTaken } from './folders';
import { Imported } from './Imported';
import { ImportFoot } from './ImportFoot';
import classes from './ImportPage.module.css';
import { useAddFiles, useImport, useImportProgress, useStageFiles } from './requests';
import { UnderWay } from './UnderWay';

/** Files are staged and shown; nothing is stored until Import, and then all of it. The URL names the batch. */
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
  const progress = useImportProgress(batch.data);
  useFreshLists(batch.data?.state);

  if (!may(role, 'imports', 'create')) {
    return (
      <Notice title="Import" out={[`/p/${slug}/pairs`, 'Back to the pairs']}>
        <p>Only project admins can import.</p>
      </Notice>
    );
  }
  if (id !== null && batch.isPending) return <Loading what="the import" />;
  if (id !== null && !batch.data) {
    return (
      <Notice
        title="Couldn’t open the import"
        failed={batch}
        out={[`/p/${slug}/pairs/import`, 'Start another import']}
      />
    );
  }
  if (batch.data?.state === 'imported') return <Imported slug={slug} batch={batch.data} />;
  const editable = batch.data === undefined || batch.data.state === 'staged' || batch.data.state === 'failed';
  const take = (dropped: Found) => {
    const { files } = dropped;
    setMissed(notTaken(dropped));
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
        <p className="soft">Nothing is saved until you import. Either all files go in or none.</p>
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
      {batch.data && <ImportFoot batch={batch.data} progress={progress ?? batch.data} slug={slug} />}
    </main>
  );
}

/** Lists of pairs and documents are stale once an import is done. */
function useFreshLists(state: ImportBatch['state'] | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (state !== 'imported') return;
    for (const key of ['pairs', 'documents', 'projects']) void client.invalidateQueries({ queryKey: [key] });
  }, [state, client]);
}
