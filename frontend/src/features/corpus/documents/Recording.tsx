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

/** Extensions that browsers play and the server accepts. */
const audio = ['aac', 'flac', 'm4a', 'mp3', 'oga', 'ogg', 'opus', 'wav', 'weba'];
const video = ['m4v', 'mp4', 'ogv', 'webm'];

const endingOf = (name: string) => name.split(/[?#]/)[0]?.split('.').at(-1)?.toLowerCase() ?? '';

/** Whether there may be pictures to show, judging by the name of the file or its address. */
function isVideo(address: string): boolean {
  return !audio.includes(endingOf(address));
}

/** Why a file cannot be uploaded as a recording, or null. The server has the last word. */
function recordingFault(file: { name: string; size: number; type: string }, limit: number): string | null {
  const known = /^(audio|video)\//.test(file.type) || [...audio, ...video].includes(endingOf(file.name));
  if (!known) return `${file.name} is not an audio or video file. Supported: ${[...audio, ...video].join(', ')}.`;
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > limit) return `${file.name} is too large: ${bytes(file.size)}, at most ${bytes(limit)}.`;
  return null;
}

interface RecordingProps {
  document: Document;
  editable: boolean;
}

/** Plays the recording of a document; admins can upload, link or remove it. */
export function Recording({ document, editable }: RecordingProps) {
  const { media_url: address } = document;
  if (address === null && !editable) return <p className="soft">No recording.</p>;
  return (
    <div className={classes.recording}>
      {address !== null && <Player key={`${address} ${document.media_name}`} address={address} document={document} />}
      {editable && <ChangeRecording document={document} />}
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
      {fails && <p role="status">This browser can’t play the recording. The file may be damaged or missing.</p>}
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

/** Uploads a recording, links to one on another site, or removes it. */
function ChangeRecording({ document }: { document: Document }) {
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
