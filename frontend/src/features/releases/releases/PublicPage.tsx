import { Button, Checkbox, Modal, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from '@/features/releases/Release.module.css';
import type { ReleaseDetail } from '@/features/releases/requests/releases';
import { plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { type OpenReleasePage, usePublishRelease, useReleasePage, useUnpublishRelease } from './requests/releasePages';
import { Verified } from './Verified';

/** The page of a release that needs no account: a link to it, and for admins what it shows and whether it is open. */
export function PublicPage({ release, mayPublish }: { release: ReleaseDetail; mayPublish: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const page = useReleasePage(release.id).data;
  if (!page) return null;
  return (
    <>
      {page.link && (
        <a href={page.link} target="_blank" rel="noreferrer">
          Public page
        </a>
      )}
      {mayPublish && (
        <Button onClick={() => setOpen(true)}>{page.is_open ? 'Change public page…' : 'Make public…'}</Button>
      )}
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Public page of ${release.title} ${release.version}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Publishing release={release} page={page} />
      </Modal>
    </>
  );
}

function Publishing({ release, page }: { release: ReleaseDetail; page: OpenReleasePage }) {
  const [kind, setKind] = useState(page.is_open && page.address ? 'public' : 'secret');
  const [address, setAddress] = useState(page.address || page.suggested_address);
  const [rows, setRows] = useState(page.shows_rows);
  const [files, setFiles] = useState(page.shows_files);
  const [scores, setScores] = useState(page.shows_scores);
  const publish = usePublishRelease(release.id);
  const close = useUnpublishRelease(release.id);
  const errors = formErrors(publish.error, ['address']);
  const names = release.people === 'names' ? (release.contents?.accounts ?? []) : [];
  return (
    <>
      <Form
        wide
        onSubmit={() =>
          publish.mutate({
            address: kind === 'public' ? address.trim() : '',
            shows_rows: rows,
            shows_files: files,
            shows_scores: scores,
          })
        }
        error={errors.rest}
        submit={page.is_open ? 'Save' : 'Open the page'}
        isPending={publish.isPending}
      >
        <p className="soft">
          Anyone with the link can read the description, the data card, statistics, provenance and the citation. It
          names no people.
        </p>
        <Radio.Group label="Address" value={kind} onChange={setKind}>
          <div className={classes.options}>
            <Radio value="secret" label="A link that cannot be guessed" description="Not indexed by search engines" />
            <Radio value="public" label="A public address" description="It will never lead to another release" />
          </div>
        </Radio.Group>
        {kind === 'public' && (
          <TextInput
            label="Public address"
            description={`${location.origin}/release/${address}`}
            value={address}
            maxLength={60}
            onChange={(event) => setAddress(event.currentTarget.value)}
            error={errors.field('address')}
          />
        )}
        <Checkbox
          label="Show sample rows"
          description="8 rows with their references, and the rows that differ from the last release if its page shows rows too"
          checked={rows}
          onChange={(event) => setRows(event.currentTarget.checked)}
        />
        <Checkbox
          label="Offer downloads"
          description="Every file, with all rows and references"
          checked={files}
          onChange={(event) => setFiles(event.currentTarget.checked)}
        />
        <Checkbox
          label="Show scores"
          description="The table of systems: names, figures and signatures, not who uploaded them"
          checked={scores}
          onChange={(event) => setScores(event.currentTarget.checked)}
        />
        {files && names.length > 0 && (
          <p className={classes.withdrawn}>
            The files name {plural(names.length, 'person', 'people')} by user name: {names.join(', ')}.
          </p>
        )}
      </Form>
      {page.link && (
        <p className={classes.hash} role="status">
          <code>{page.link}</code>
          <CopyButton text={page.link} label="Copy link" size="compact-sm" variant="subtle" />
          <AskFirst
            verb="Close the page"
            label="Close the page"
            question={
              page.address
                ? 'Close the page? Its address stops working until you open it again.'
                : 'Close the page? This link will never work again.'
            }
            yes="Close it"
            isPending={close.isPending}
            onYes={() => close.mutate()}
          />
        </p>
      )}
      <Verified verifiedAt={page.verified_at} problems={page.problems} />
      {close.isError && <ErrorNote error={close.error} />}
    </>
  );
}
