import { Button, FileButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRemoveMedia, useSetMediaAddress, useUploadMedia } from '@/api/documents';
import type { Document } from '@/api/types';
import { bytes, percent } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Meter } from '@/ui/Meter';
import classes from './Documents.module.css';
import { isVideo, recordingFault } from './recordings';

interface RecordingProps {
  document: Document;
  editable: boolean;
}

/** The recording of a document: played, uploaded, pointed to, removed. */
export function Recording({ document, editable }: RecordingProps) {
  const { media_url: address } = document;
  if (address === null && !editable) return <p className="soft">There is none.</p>;
  return (
    <div className={classes.recording}>
      {address !== null && <Player key={`${address} ${document.media_name}`} address={address} document={document} />}
      {editable && <Change document={document} />}
    </div>
  );
}

function Player({ address, document }: { address: string; document: Document }) {
  const [fails, setFails] = useState(false);
  const props = { src: address, controls: true, preload: 'metadata', onError: () => setFails(true) } as const;
  return (
    <>
      {isVideo(document.media_name ?? address) ? (
        <video {...props} aria-label={`Recording of ${document.title}`} />
      ) : (
        <audio {...props} aria-label={`Recording of ${document.title}`} />
      )}
      {fails && <p role="status">This browser cannot play it. The file may be damaged, or not where it was.</p>}
      <p className="soft">
        {document.media_name ?? (
          <a href={address} rel="noreferrer">
            {address}
          </a>
        )}
      </p>
    </>
  );
}

function Change({ document }: { document: Document }) {
  const upload = useUploadMedia(document.id);
  const point = useSetMediaAddress(document.id);
  const remove = useRemoveMedia(document.id);
  const [fault, setFault] = useState<string | null>(null);
  const [url, setUrl] = useState('');
  const [asked, setAsked] = useState(false);
  const has = document.media_url !== null;
  const busy = upload.isPending || point.isPending || remove.isPending;
  const error = upload.error ?? point.error ?? remove.error;
  const begin = () => {
    for (const one of [upload, point, remove]) one.reset();
    setFault(null);
  };
  const take = (file: File | null) => {
    if (file === null) return;
    begin();
    const wrong = recordingFault(file, document.media_limit_bytes);
    if (wrong) setFault(wrong);
    else upload.mutate(file);
  };
  if (upload.isPending) {
    return (
      <div className={classes.acts}>
        <Meter value={upload.progress} label="Uploading" text={`Uploading, ${percent(upload.progress)}`} />
        <Button onClick={upload.cancel}>Cancel</Button>
      </div>
    );
  }
  return (
    <>
      {(fault || error) && <ErrorNote error={fault ?? error} />}
      <div className={classes.acts}>
        <FileButton accept="audio/*,video/*" onChange={take}>
          {(props) => (
            <Button {...props} disabled={busy}>
              {has ? 'Upload another' : 'Upload a recording'}
            </Button>
          )}
        </FileButton>
        {has &&
          (asked ? (
            <>
              <Button
                loading={remove.isPending}
                onClick={() => {
                  begin();
                  remove.mutate(undefined, { onSettled: () => setAsked(false) });
                }}
              >
                Remove the recording
              </Button>
              <Button variant="subtle" color="gray" onClick={() => setAsked(false)}>
                Keep it
              </Button>
            </>
          ) : (
            <Button variant="subtle" color="gray" disabled={busy} onClick={() => setAsked(true)}>
              Remove
            </Button>
          ))}
      </div>
      <p className="soft">Audio or video, {bytes(document.media_limit_bytes)} at most.</p>
      <form
        className={classes.address}
        onSubmit={(event) => {
          event.preventDefault();
          begin();
          point.mutate(url.trim(), { onSuccess: () => setUrl('') });
        }}
      >
        <TextInput
          label="Or its address elsewhere"
          type="url"
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button type="submit" loading={point.isPending} disabled={busy || url.trim() === ''}>
          Set
        </Button>
      </form>
    </>
  );
}
