import { useState } from 'react';
import type { Document } from '@/api/types';
import { ChangeRecording } from './ChangeRecording';
import classes from './Documents.module.css';
import { isVideo } from './recordings';

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
