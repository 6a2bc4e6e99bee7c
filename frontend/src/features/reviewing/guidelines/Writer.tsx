/** Guidelines as admins see them: versions left, the text with its preview, and the labels of the same version below. */

import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Guidelines } from '@/api/guidelines';
import {
  useDiscardDraft,
  useGuidelinesVersion,
  useTemplate,
  type WholeVersion,
} from '@/features/reviewing/requests/guidelines';
import { plural, timeOfDay } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { SaveState } from '@/ui/large/SaveState';
import { Changes } from './Changes';
import classes from './Guidelines.module.css';
import { LabelsTable } from './LabelsTable';
import type { Draft } from './model';
import { PublishDialog } from './PublishDialog';
import { TextAndPreview } from './TextAndPreview';
import { useDraft } from './useDraft';
import { Versions } from './Versions';

interface Props {
  slug: string;
  guidelines: Guidelines;
  tabs: ReactNode;
}

export function Writer({ slug, guidelines, tabs }: Props) {
  const { current, versions } = guidelines;
  const params = useAddressParams();
  const draft = versions.find(({ published_at }) => published_at === null) ?? null;
  const chosen = versions.find(({ number }) => number === Number(params.get('version')))?.number ?? null;
  const shown = chosen ?? draft?.number ?? current;
  const isDraft = shown !== null && shown === draft?.number;
  const query = useGuidelinesVersion(slug, shown, !isDraft);
  const published = useGuidelinesVersion(slug, current);
  const compared = versions.find(({ number }) => number === Number(params.get('compare')))?.number ?? null;
  const template = useTemplate(slug);
  const [begun, setBegun] = useState<Draft | null>(null);
  const start = begun ?? (isDraft ? query.data : null);
  const failed = query.error ?? (current === null ? null : published.error);
  const ready = shown === null ? true : query.data !== undefined && (current === null || published.data !== undefined);
  return (
    <main className={classes.writer}>
      <div className={classes.tabs}>
        <h1 className="vh">Guidelines</h1>
        {tabs}
      </div>
      {shown === null && !begun ? (
        <div className={classes.empty}>
          <p>No guidelines yet. Reviewers go by the labels that every project has.</p>
          {template.isError && <ErrorNote error={template.error} />}
          <Group component="p" gap={8} align="flex-start">
            <Button
              variant="filled"
              loading={template.isPending}
              onClick={() =>
                template.mutate(undefined, { onSuccess: ({ text, labels }) => setBegun({ text, labels }) })
              }
            >
              Start from the template
            </Button>
            <Button
              onClick={() => template.mutate(undefined, { onSuccess: ({ labels }) => setBegun({ text: '', labels }) })}
            >
              Start from an empty text
            </Button>
          </Group>
        </div>
      ) : (
        <div className={classes.split}>
          <Versions slug={slug} guidelines={guidelines} shown={shown} />
          <div className={classes.whole}>
            {failed && <ErrorNote error={failed} onRetry={() => void query.refetch()} />}
            {!ready && !failed && <Loading what="the guidelines" />}
            {ready && start && (
              <Editing
                // A draft that was published or discarded meanwhile is another.
                key={begun ? 'begun' : `draft ${shown}`}
                slug={slug}
                number={begun ? (current ?? 0) + 1 : (shown ?? 1)}
                start={start}
                published={published.data}
                guidelines={guidelines}
                onDone={() => setBegun(null)}
              />
            )}
            {ready && !start && query.data && (
              <Published
                slug={slug}
                version={query.data}
                guidelines={guidelines}
                compared={compared}
                onEdit={
                  draft === null && shown === current
                    ? () => query.data && setBegun({ text: query.data.text, labels: query.data.labels })
                    : null
                }
              />
            )}
          </div>
        </div>
      )}
    </main>
  );
}

interface EditingProps {
  slug: string;
  number: number;
  start: WholeVersion | Draft;
  published: WholeVersion | undefined;
  guidelines: Guidelines;
  onDone: () => void;
}

function Editing({ slug, number, start, published, guidelines, onDone }: EditingProps) {
  const held = useDraft(slug, start);
  const discard = useDiscardDraft(slug);
  const choose = useChooseParams();
  const [publishing, setPublishing] = useState<number | null>(null);
  const { draft, theirs } = held;
  const done = () => {
    choose({ version: null, compare: null }, { replace: true, preventScrollReset: false });
    onDone();
  };
  return (
    <>
      <div className={classes.bar}>
        <b>Version {number}</b>
        <SaveState {...held} isRefused={theirs !== null} saved="Draft saved" />
        <span className="grow" />
        <AskFirst
          verb="Discard draft"
          label={`Discard the draft of version ${number}`}
          question="The text and the labels of this draft will be lost."
          yes="Discard"
          no="Keep"
          isPending={discard.isPending}
          onYes={() => {
            if (held.revision === null) done();
            else discard.mutate(held.revision, { onSuccess: done });
          }}
        />
        <Button
          variant="filled"
          disabled={theirs !== null}
          onClick={() => void held.save(true).then((revision) => revision !== null && setPublishing(revision))}
        >
          Publish version {number}…
        </Button>
      </div>
      {discard.isError && <ErrorNote error={discard.error} />}
      {held.error && <ErrorNote error={held.error} onRetry={() => void held.save()} />}
      {theirs && (
        <section className={classes.conflict} aria-label="Saved by somebody else">
          <p>
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
            <b>
              {theirs.savedBy} saved this draft at {timeOfDay(theirs.at)}.
            </b>{' '}
            Yours is not saved. What yours changes in theirs:
          </p>
          <Changes before={theirs.value.text} after={draft.text} empty="The texts are the same; the labels differ." />
          <Group component="p" gap={8} align="flex-start">
            <Button onClick={() => held.resolve('mine')}>Keep mine</Button>
            <Button onClick={() => held.resolve('theirs')}>Take theirs</Button>
          </Group>
        </section>
      )}
      <TextAndPreview
        text={draft.text}
        before={published?.text ?? null}
        onChange={(text) => held.change({ text })}
        onSave={() => void held.save()}
      />
      <LabelsTable
        slug={slug}
        labels={draft.labels}
        published={published?.labels}
        onChange={(labels) => held.change({ labels })}
      />
      {publishing !== null && (
        <PublishDialog
          slug={slug}
          number={number}
          revision={publishing}
          guidelines={guidelines}
          onClose={() => setPublishing(null)}
          onPublished={done}
        />
      )}
    </>
  );
}

interface PublishedProps {
  slug: string;
  version: WholeVersion;
  guidelines: Guidelines;
  compared: number | null;
  onEdit: (() => void) | null;
}

function Published({ slug, version, guidelines, compared, onEdit }: PublishedProps) {
  const { current, versions } = guidelines;
  const choose = useChooseParams();
  const other = useGuidelinesVersion(slug, compared !== version.number ? compared : null);
  const n = versions.find(({ number }) => number === version.number)?.n_reviews ?? 0;
  const isOld = version.number !== current;
  return (
    <>
      <div className={classes.bar}>
        <b>Version {version.number}</b>
        <span className="soft">{isOld ? 'earlier' : 'current'}, never changes</span>
        <span className="grow" />
        {versions.length > 1 && (
          <SegmentedControl
            aria-label="Compare with"
            value={compared === null ? '' : String(compared)}
            onChange={(compare) => choose({ compare }, { replace: true })}
            data={[
              { value: '', label: 'Text' },
              ...versions
                .filter(({ number, published_at }) => published_at !== null && number !== version.number)
                .slice(0, 3)
                .map(({ number }) => ({
                  value: String(number),
                  label: number < version.number ? `Changes since ${number}` : `Compared with ${number}`,
                })),
            ]}
          />
        )}
        {onEdit && (
          <Button variant="filled" onClick={onEdit}>
            Edit as version {version.number + 1}
          </Button>
        )}
      </div>
      {isOld && n > 0 && (
        <p className={classes.note}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          <span>
            <b>
              {plural(n, 'review')} {n === 1 ? 'was' : 'were'} made under version {version.number}.
            </b>{' '}
            Version {current} is current.
          </span>
          <Link to={`/p/${slug}/reviews/assignments/reviews?guidelines=${version.number}`}>Show them</Link>
        </p>
      )}
      {other.isError && <ErrorNote error={other.error} onRetry={() => void other.refetch()} />}
      <TextAndPreview text={version.text} before={other.data?.text ?? null} onChange={null} />
      <LabelsTable slug={slug} labels={version.labels} published={other.data?.labels} onChange={null} />
    </>
  );
}
