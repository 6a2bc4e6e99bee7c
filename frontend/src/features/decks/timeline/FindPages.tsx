import { Button, FileButton } from '@mantine/core';
import { Link } from 'react-router';
import type { PairDetail } from '@/api/types';
import { isLive } from '@/api/work';
import { bytes, percent } from '@/lib/format';
import { useChooseParams } from '@/lib/useChooseParams';
import { ErrorNote } from '@/ui/ErrorNote';
import { Meter } from '@/ui/Meter';
import { Page, Part } from '@/ui/Page';
import { SearchProgress } from './SearchProgress';
import { type PageSearches, useSearchFiles, useSearchRecording } from './searches';
import classes from './Timeline.module.css';

interface FindPagesProps {
  slug: string;
  pair: PairDetail;
  /** Whether and how a recording can be searched. */
  of: PageSearches;
}

/** Has the pages found in a recording or in frames: what can be searched, and how far that is. */
export function FindPages({ slug, pair, of }: FindPagesProps) {
  const choose = useChooseParams();
  return (
    <Page
      title="Timeline from a recording"
      above={<Link to={`/p/${slug}/pairs/${pair.id}`}>{pair.title}</Link>}
      lead="One frame a second is compared with the pictures of the pages. What people have set or accepted stays."
      actions={<Button onClick={() => choose({ from: null }, { preventScrollReset: false })}>Back</Button>}
    >
      <SearchProgress pair={pair.id} search={of.search} mayChange />
      {!isLive(of.search) &&
        (of.refusal ? <Refusal slug={slug} pair={pair} why={of.refusal} /> : <Ways pair={pair} of={of} />)}
    </Page>
  );
}

function Refusal({ slug, pair, why }: { slug: string; pair: PairDetail; why: string }) {
  return (
    <Part title="Not yet">
      <p>{why}</p>
      <p>
        <Link to={`/p/${slug}/documents/${pair.source.id}`}>Open the deck</Link>
      </p>
    </Part>
  );
}

function Ways({ pair, of }: { pair: PairDetail; of: PageSearches }) {
  const upload = useSearchFiles(pair.id);
  const own = useSearchRecording(pair.id);
  const error = upload.error ?? own.error;
  const send = (files: File | File[] | null) => {
    if (files === null || [files].flat().length === 0) return;
    own.reset();
    upload.mutate(files);
  };
  if (upload.isPending)
    return (
      <div className={classes.search}>
        <Meter value={upload.progress} label="Uploading" text={`Uploading, ${percent(upload.progress)}`} />
        <Button onClick={upload.cancel}>Cancel</Button>
      </div>
    );
  return (
    <>
      {error && <ErrorNote error={error} />}
      <div className={classes.ways}>
        <section aria-label="Recording">
          <h2>Recording</h2>
          {of.recording ? (
            <>
              <p>
                The recording of the talk is here: <b>{of.recording}</b>.
              </p>
              <Button variant="filled" loading={own.isPending} onClick={() => own.mutate()}>
                Search the recording
              </Button>
            </>
          ) : (
            <p>The talk has no recording here. Choose one, which is deleted once it is searched.</p>
          )}
          <FileButton accept="video/*,.mkv" onChange={send}>
            {(props) => <Button {...props}>Choose a recording…</Button>}
          </FileButton>
          <p className="soft">MP4, WebM, MKV, MOV or AVI, up to {bytes(of.limit_bytes)}.</p>
        </section>
        <section aria-label="Frames">
          <h2>Frames</h2>
          <p>A zip of PNG or JPEG pictures, one a second, in the order of their names; or the pictures themselves.</p>
          <FileButton multiple accept=".zip,.png,.jpg,.jpeg" onChange={send}>
            {(props) => <Button {...props}>Choose frames…</Button>}
          </FileButton>
          <p className="soft">Up to {bytes(of.limit_bytes)} together; more than 500 pictures in a zip.</p>
        </section>
      </div>
    </>
  );
}
