import { Checkbox, Radio } from '@mantine/core';
import classes from '@/features/releases/Release.module.css';
import type { ReleaseDetail } from '@/features/releases/requests/releases';
import { plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { CopyButton } from '@/ui/CopyButton';
import { DialogButton } from '@/ui/DialogButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { type OpenReleasePage, usePublishRelease, useReleasePage, useUnpublishRelease } from './requests';

/** The page of a release that needs no account: a link to it, and for admins what it shows and whether it is open. */
export function PublicPage({ release, mayPublish }: { release: ReleaseDetail; mayPublish: boolean }) {
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
        <DialogButton
          verb={page.is_open ? 'Change public page…' : 'Make public…'}
          title={`Public page of ${release.title} ${release.version}`}
        >
          {() => <Publishing release={release} page={page} />}
        </DialogButton>
      )}
    </>
  );
}

function Publishing({ release, page }: { release: ReleaseDetail; page: OpenReleasePage }) {
  const publish = usePublishRelease(release.id);
  const close = useUnpublishRelease(release.id);
  const { values, change, field, box, rest } = useFields(
    {
      address: page.address || page.suggested_address,
      shows_rows: page.shows_rows,
      shows_files: page.shows_files,
      shows_scores: page.shows_scores,
      isPublic: page.is_open && page.address !== '',
    },
    publish.error,
  );
  const { isPublic, ...shown } = values;
  const names = release.people === 'names' ? (release.contents?.accounts ?? []) : [];
  return (
    <>
      <Form
        wide
        onSubmit={() => publish.mutate({ ...shown, address: isPublic ? shown.address.trim() : '' })}
        error={rest}
        submit={page.is_open ? 'Save' : 'Open the page'}
        isPending={publish.isPending}
      >
        <p className="soft">
          Anyone with the link can read the description, the data card, statistics, provenance and the citation. It
          names no people.
        </p>
        <Radio.Group
          label="Address"
          value={isPublic ? 'public' : 'secret'}
          onChange={(kind) => change({ isPublic: kind === 'public' })}
        >
          <div className={classes.options}>
            <Radio value="secret" label="A link that cannot be guessed" description="Not indexed by search engines" />
            <Radio value="public" label="A public address" description="It will never lead to another release" />
          </div>
        </Radio.Group>
        {isPublic && (
          <TextField
            key={page.address} // made anew once it is saved: the dialog asks about fields that were typed in
            label="Public address"
            description={`${location.origin}/release/${shown.address}`}
            maxLength={60}
            {...field('address')}
          />
        )}
        <Checkbox
          label="Show sample rows"
          description="8 rows with their references, and the rows that differ from the last release if its page shows rows too"
          {...box('shows_rows')}
        />
        <Checkbox
          label="Offer downloads"
          description="Every file, with all rows and references"
          {...box('shows_files')}
        />
        <Checkbox
          label="Show scores"
          description="The tables of systems: names, figures, signatures and what is missing, not who uploaded them"
          {...box('shows_scores')}
        />
        {shown.shows_files && names.length > 0 && (
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
      {close.isError && <ErrorNote error={close.error} />}
    </>
  );
}
