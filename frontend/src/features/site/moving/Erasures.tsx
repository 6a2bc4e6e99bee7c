import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { isLive } from '@/api/work';
import { count, date, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { FormDialog } from '@/ui/FormDialog';
import { Meter } from '@/ui/Meter';
import { Part } from '@/ui/Page';
import { TextField } from '@/ui/TextField';
import { EraseDialog } from './EraseDialog';
import classes from './Moving.module.css';
import { type Erasure, useErasures, useForeseenErasure } from './requests';

/** Talks that were erased on request, and for site admins a way to erase some. */
export function Erasures({ slug }: { slug: string }) {
  const { data } = useErasures(slug);
  if (!data || (!data.may_erase && data.erasures.length === 0)) return null;
  return (
    <Part title="Erase a speaker’s texts" note="when somebody asks for it; site admins only">
      {data.may_erase && <Ask slug={slug} isBusy={data.erasures.some(isLive)} />}
      {data.erasures.length > 0 && (
        <ul className={classes.erasures} aria-label="Erased">
          {data.erasures.map((erasure) => (
            <li key={erasure.id}>
              <Tombstone erasure={erasure} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Ask({ slug, isBusy }: { slug: string; isBusy: boolean }) {
  const [named, setNamed] = useState('');
  const foreseen = useForeseenErasure(slug);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    foreseen.mutate(named);
  };
  return (
    <>
      <form onSubmit={submit} className={classes.erase}>
        <TextField
          label="Speaker, in any spelling, or the title of a talk"
          required
          withAsterisk={false}
          autoComplete="off"
          dir="auto"
          value={named}
          onChange={setNamed}
        />
        <Button type="submit" loading={foreseen.isPending} disabled={isBusy || named.trim() === ''}>
          See what would go…
        </Button>
      </form>
      {foreseen.isError && <ErrorNote error={foreseen.error} />}
      <FormDialog
        opened={foreseen.data !== undefined}
        onClose={foreseen.reset}
        title={`Erase a speaker’s texts: ${foreseen.data?.name ?? ''}`}
        size={820}
        fullScreen={window.matchMedia('(max-width: 699px)').matches}
      >
        {foreseen.data && <EraseDialog slug={slug} named={named} foreseen={foreseen.data} close={foreseen.reset} />}
      </FormDialog>
    </>
  );
}

/** "3 texts in 2 pairs, 163 rows in 2 releases" */
function whatWent({ counts }: Erasure): string {
  const n = (what: string) => counts[what] ?? 0;
  const released =
    n('releases') > 0 ? `, ${plural(n('released_rows'), 'row')} in ${plural(n('releases'), 'release')}` : '';
  return `${plural(n('documents'), 'text')} in ${plural(n('pairs'), 'pair')}, ${plural(n('reviews'), 'review')}${released}`;
}

function Tombstone({ erasure }: { erasure: Erasure }) {
  if (isLive(erasure)) {
    return (
      <Meter value={erasure.progress} label="Talks are being erased" text={erasure.message || 'Waiting for a worker'} />
    );
  }
  if (erasure.state === 'failed') {
    return <p role="alert">{erasure.error}</p>;
  }
  const who = erasure.created_by ? ` by ${erasure.created_by.name || erasure.created_by.username}` : '';
  return (
    <>
      <p>
        <b>{whatWent(erasure)}</b> erased{erasure.erased_at ? ` on ${date(erasure.erased_at)}` : ''}
        {who}: <span dir="auto">{erasure.reason}</span>
      </p>
      {erasure.hashes.length > 0 && (
        <details className={classes.hashes}>
          <summary>{count(erasure.hashes.length)} hashes of texts</summary>
          <code>{erasure.hashes.join(' ')}</code>
        </details>
      )}
    </>
  );
}
