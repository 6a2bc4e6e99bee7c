import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ImportBatch } from '@/api/types';
import { count, percent, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Meter } from '@/ui/Meter';
import classes from './ImportFoot.module.css';
import { readiness, whatIsReady } from './model';
import { isUnderWay, useCommitImport, useDiscardImport } from './requests';

interface ImportFootProps {
  batch: ImportBatch;
  progress: Pick<ImportBatch, 'progress' | 'message'>;
  slug: string;
}

/** What would be imported, what prevents it, and the buttons to import or discard. */
export function ImportFoot({ batch, progress, slug }: ImportFootProps) {
  const commit = useCommitImport();
  const discard = useDiscardImport();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { ready, blocking, canImport } = readiness(batch);

  const leave = () => discard.mutate(batch.id, { onSuccess: () => void navigate(`/p/${slug}/pairs/import`) });

  if (isUnderWay(batch)) {
    const [doing, cancel] = batch.state === 'reading' ? ['Reading', 'Discard'] : ['Importing', 'Cancel the import'];
    return (
      <footer className={classes.foot}>
        <Meter value={progress.progress} label={doing} text={`${doing}, ${percent(progress.progress)}`} />
        <span className="num soft">{progress.message}</span>
        <span className="soft">
          {batch.state === 'reading' ? 'Nothing is saved yet' : 'Either all files go in or none'}. You can leave this
          page.
        </span>
        {discard.error && <ErrorNote error={discard.error} />}
        <span className={classes.grow} />
        <Button loading={discard.isPending} onClick={leave}>
          {cancel}
        </Button>
      </footer>
    );
  }
  const error = commit.error ?? discard.error ?? (batch.state === 'failed' ? new Error(batch.error) : null);
  return (
    <footer className={classes.foot}>
      <span className="num">
        <b>
          {count(ready.length)} of {plural(batch.files.length, 'file')}
        </b>{' '}
        ready{ready.length > 0 && `: ${whatIsReady(ready)}`}.
      </span>
      {blocking[0] && (
        <span className={classes.blocking}>
          <IconAlertTriangle size={15} stroke={1.75} aria-hidden="true" />
          Fix or exclude <span className="code">{blocking[0].name}</span>
          {blocking.length > 1 && ` and ${plural(blocking.length - 1, 'other')}`} before importing.
        </span>
      )}
      {error && <ErrorNote error={error} />}
      <span className={classes.grow} />
      {isAsking ? (
        <>
          <span>Discard {plural(batch.files.length, 'file')}? None of them has been imported.</span>
          <Button loading={discard.isPending} onClick={leave}>
            Discard
          </Button>
          <Button onClick={() => setAsking(false)}>Keep</Button>
        </>
      ) : (
        <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
          Discard all
        </Button>
      )}
      <Button
        data-once
        variant="filled"
        disabled={!canImport}
        loading={commit.isPending}
        onClick={() => commit.mutate(batch.id)}
      >
        Import
      </Button>
    </footer>
  );
}
