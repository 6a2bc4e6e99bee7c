import { Button, FileButton } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useRemoveMedia, useSetMediaAddress, useUploadMedia } from '@/api/documents';
import type { Document } from '@/api/types';
import { bytes, percent } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Meter } from '@/ui/Meter';
import { TextField } from '@/ui/TextField';
import classes from './Documents.module.css';
import { recordingFault } from './recordings';

/** Uploads a recording, links to one on another site, or removes it. */
export function ChangeRecording({ document }: { document: Document }) {
  const upload = useUploadMedia(document.id);
  const link = useSetMediaAddress(document.id);
  const remove = useRemoveMedia(document.id);
  const [fault, setFault] = useState<string | null>(null);
  const has = document.media_url !== null;
  const busy = upload.isPending || link.isPending || remove.isPending;
  const error = upload.error ?? link.error ?? remove.error;
  const begin = () => {
    for (const request of [upload, link, remove]) request.reset();
    setFault(null);
  };
  const send = (file: File | null) => {
    if (file === null) return;
    begin();
    const wrong = recordingFault(file, document.media_limit_bytes);
    if (wrong) setFault(wrong);
    else upload.mutate(file);
  };
  if (upload.isPending) {
    return (
      <div className={classes.buttons}>
        <Meter value={upload.progress} label="Uploading" text={`Uploading, ${percent(upload.progress)}`} />
        <Button onClick={upload.cancel}>Cancel</Button>
      </div>
    );
  }
  return (
    <>
      {(fault || error) && <ErrorNote error={fault ?? error} />}
      <div className={classes.buttons}>
        <FileButton accept="audio/*,video/*" onChange={send}>
          {(props) => (
            <Button {...props} disabled={busy}>
              {has ? 'Replace recording' : 'Upload recording'}
            </Button>
          )}
        </FileButton>
        {has && (
          <AskFirst
            verb="Remove"
            label="Remove"
            question="Remove this recording?"
            yes="Remove recording"
            isPending={remove.isPending}
            onYes={() => {
              begin();
              remove.mutate(undefined);
            }}
          />
        )}
      </div>
      <p className="soft">Audio or video, up to {bytes(document.media_limit_bytes)}.</p>
      <AddressForm
        isPending={link.isPending}
        disabled={busy}
        onSubmit={(url, done) => {
          begin();
          link.mutate(url, { onSuccess: done });
        }}
      />
    </>
  );
}

interface AddressFormProps {
  isPending: boolean;
  disabled: boolean;
  onSubmit: (url: string, done: () => void) => void;
}

function AddressForm({ isPending, disabled, onSubmit }: AddressFormProps) {
  const [url, setUrl] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(url.trim(), () => setUrl(''));
  };
  return (
    <form className={classes.address} onSubmit={submit}>
      <TextField
        label="Or link to a recording elsewhere"
        type="url"
        placeholder="https://"
        value={url}
        onChange={setUrl}
      />
      <Button type="submit" loading={isPending} disabled={disabled || url.trim() === ''}>
        Set
      </Button>
    </form>
  );
}
