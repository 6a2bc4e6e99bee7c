import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { isLive } from '@/api/work';
import { about, bytes, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { type Clips, useClips, useMakeClips, useRemoveClips } from './requests';
import classes from './Segments.module.css';

interface ClipsPartProps {
  document: number;
  mayMake: boolean;
  /** Whether the segments on the page are those of the server. */
  isSaved: boolean;
}

/** The segments as sound files: made by a worker, then downloaded. */
export function ClipsPart({ document, mayMake, isSaved }: ClipsPartProps) {
  const found = useClips(document);
  const remove = useRemoveClips(document);
  const clips = found.data?.clips;
  return (
    <Part title="Clips" note="WAV or FLAC, with metadata.csv for Hugging Face audiofolder and a data folder of Kaldi">
      <Pending of={found} what="the clips" />
      {remove.isError && <ErrorNote error={remove.error} />}
      {clips && (
        <div className={classes.clips}>
          <Made document={document} clips={clips} />
          {mayMake && (
            <AskFirst
              verb={isLive(clips) ? 'Cancel' : 'Remove'}
              label={isLive(clips) ? 'Stop making clips' : 'Remove the clips'}
              question={isLive(clips) ? 'Stop making clips?' : 'Remove the clips? The segments stay.'}
              yes={isLive(clips) ? 'Stop' : 'Remove clips'}
              no={isLive(clips) ? 'Go on' : 'Cancel'}
              isPending={remove.isPending}
              onYes={() => remove.mutate()}
            />
          )}
        </div>
      )}
      {found.data && !clips && !mayMake && <p className="soft">No clips have been made yet.</p>}
      {found.data && mayMake && !isLive(clips) && (
        <MakeClips document={document} refusal={found.data.refusal} isSaved={isSaved} isAgain={clips != null} />
      )}
    </Part>
  );
}

function Made({ document, clips }: { document: number; clips: NonNullable<Clips['clips']> }) {
  if (isLive(clips)) {
    return (
      <p>
        <progress value={clips.progress} max={1} aria-label="Clips are being made" /> {clips.message} You can leave this
        page.
      </p>
    );
  }
  if (clips.state !== 'done') return <p role="alert">{clips.error || 'Stopped.'}</p>;
  return (
    <p data-field="clips">
      <Button
        component="a"
        href={`/api/v1/documents/${document}/clips/file/`}
        download
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
      >
        {plural(clips.n_clips, 'clip')}, {clips.form.toUpperCase()}, {bytes(clips.size)}
      </Button>{' '}
      {about(clips.seconds)} of sound{clips.rate ? `, ${clips.rate / 1000} kHz` : ''}.
      {!clips.is_of_these && <b> The segments or the recording have changed since.</b>}
    </p>
  );
}

interface MakeClipsProps {
  document: number;
  refusal: string;
  isSaved: boolean;
  isAgain: boolean;
}

function MakeClips({ document, refusal, isSaved, isAgain }: MakeClipsProps) {
  const make = useMakeClips(document);
  const [form, setForm] = useState<'flac' | 'wav'>('flac');
  const [rate, setRate] = useState('');
  if (refusal) return <p className="soft">{refusal}</p>;
  return (
    <Form
      label="Make clips"
      submit={isAgain ? 'Make again' : 'Make clips'}
      secondary
      isPending={make.isPending}
      disabled={!isSaved}
      error={make.error}
      onSubmit={() => make.mutate({ form, rate: rate ? Number(rate) : null })}
    >
      <Select
        label="Form"
        allowDeselect={false}
        value={form}
        onChange={(value) => setForm(value === 'wav' ? 'wav' : 'flac')}
        data={[
          { value: 'flac', label: 'FLAC' },
          { value: 'wav', label: 'WAV' },
        ]}
      />
      <Select
        label="Samples a second"
        allowDeselect={false}
        value={rate}
        onChange={(value) => setRate(value ?? '')}
        data={[
          { value: '', label: 'As recorded' },
          { value: '16000', label: '16,000, as recognisers take them' },
        ]}
      />
    </Form>
  );
}
