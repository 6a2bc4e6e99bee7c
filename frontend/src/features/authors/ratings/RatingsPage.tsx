import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { useDefaults } from '@/api/defaults';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import type { Invitation } from '@/api/types';
import { InviteDialog } from '@/features/authors/inviting/InviteDialog';
import { plural } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { useChosen } from '@/lib/useChosen';
import { usePageKeys } from '@/lib/usePageKeys';
import { BulkResult } from '@/ui/BulkBar';
import { Chips } from '@/ui/Chips';
import { ErrorNote } from '@/ui/ErrorNote';
import { Page } from '@/ui/Page';
import { pageSize, usePage } from '@/ui/Pager';
import { Pending } from '@/ui/Pending';
import { useSearch } from '@/ui/SearchField';
import { states } from '../invitationStates';
import { AddressDialog } from './AddressDialog';
import { AnswersDialog } from './AnswersDialog';
import { AuthorsTable } from './AuthorsTable';
import { PickedAuthors } from './PickedAuthors';
import styles from './Ratings.module.css';
import { RatingsActions } from './RatingsActions';
import { RatingsFigures } from './RatingsFigures';
import { useInvitationList, useInvitationStates } from './requests';
import { isState, keys, type RowAct } from './states';
import { useLinkActs } from './useLinkActs';

type Shown = { what: 'answers' | 'fix'; of: Invitation } | { what: 'invite' } | null;

/** Who has answered, what is to be done about those who have not, and how good the summaries are. */
export function RatingsPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const canChange = may(role, 'authors', 'act');
  const isReader = may(role, 'invitations', 'list');
  const defaults = useDefaults().data;
  const sendsEmail = defaults?.sends_email ?? true;
  const { state, search, page, find, choose } = useFilter();
  const list = useInvitationList({
    project: slug,
    page,
    page_size: pageSize,
    ...(state && { state }),
    ...(search && { search }),
  });
  const counts = useInvitationStates(slug, may(role, 'authors', 'retrieve')).data;
  const rows = list.data?.results ?? [];
  const chosen = useChosen({ ids: rows.map(({ id }) => id), canChoose: canChange });
  const acts = useLinkActs({ slug, defaults, onDone: chosen.clear });
  const [shown, show] = useState<Shown>(null);
  const picked = rows.filter(({ id }) => chosen.has(id));
  const active = rows[chosen.active];
  const meant = picked.length > 0 ? picked : rows.filter((row) => row === active);
  const invited = counts?.n ?? 0;

  const actOn = (what: RowAct, of: Invitation) => {
    if (what === 'answers' || what === 'fix') show({ what, of });
    else if (what === 'copy') void acts.copy([of]);
    else acts.run(what, [of]);
  };
  usePageKeys(keys, {
    ...chosen.acts,
    remind: () => canChange && acts.run('remind', meant),
    copy: () => canChange && void acts.copy(meant),
    open: () => active && show({ what: 'answers', of: active }),
  });
  const invite = () => show({ what: 'invite' });
  const close = () => show(null);

  return (
    <Page
      title="Ratings"
      guide="admin#authors"
      lead={
        counts && invited > 0
          ? `${counts.states.answered ?? 0} of ${plural(invited, 'author')} answered.`
          : 'What authors think of the summaries of their talks.'
      }
      actions={
        <RatingsActions
          slug={slug}
          search={search}
          onSearch={find}
          hasAuthors={invited > 0}
          canInvite={canChange}
          onInvite={invite}
        />
      }
      aside={invited > 0 && <RatingsFigures slug={slug} />}
    >
      {tabs}
      {canChange && !sendsEmail && (
        <p className={styles.notice}>E-mail is off on this site. Copy the links and send them yourself.</p>
      )}
      {counts && invited > 0 && (
        <div className={styles.chips}>
          <Chips label="State" options={chipsOf(counts, state)} chosen={state ?? ''} onChoose={choose} />
        </div>
      )}
      {picked.length > 0 && (
        <PickedAuthors picked={picked} acts={acts} sendsEmail={sendsEmail} onClear={chosen.clear} />
      )}
      <div role="status">{acts.result && <BulkResult words={acts.result} onClose={() => acts.setResult(null)} />}</div>
      {acts.error && <ErrorNote error={acts.error} />}
      <Pending of={list} what="authors" />
      {role && !isReader && <p className={styles.none}>Only admins and adjudicators see what authors answered.</p>}
      {isReader && list.data && rows.length === 0 && (
        <NoAuthors
          onClear={state || search ? () => choose('', '') : undefined}
          onInvite={canChange ? invite : undefined}
        />
      )}
      {rows.length > 0 && (
        <AuthorsTable
          slug={slug}
          rows={rows}
          total={list.data?.count ?? 0}
          chosen={chosen}
          canChange={canChange}
          sendsEmail={sendsEmail}
          onAct={actOn}
        />
      )}
      {shown?.what === 'invite' && defaults && (
        <InviteDialog slug={slug} defaults={defaults} onClose={close} onDone={acts.setResult} />
      )}
      {shown?.what === 'answers' && <AnswersDialog id={shown.of.id} name={shown.of.author_name} onClose={close} />}
      {shown?.what === 'fix' && <AddressDialog invitation={shown.of} onClose={close} />}
    </Page>
  );
}

/** By what the list is narrowed down, which is in the address of the page. */
function useFilter() {
  const params = useAddressParams();
  const put = useChooseParams();
  const { search, find } = useSearch();
  const page = usePage();
  const state = params.get('state');
  const choose = (state: string, search?: string) => put({ state, page: null, ...(search === '' && { search: null }) });
  return { state: isState(state) ? state : undefined, search, page, find, choose };
}

/** The states in which there are authors, to show those alone. */
function chipsOf(counts: { n: number; states: Record<string, number> }, chosen: string | undefined) {
  const options = Object.entries(states)
    .filter(([value]) => (counts.states[value] ?? 0) > 0 || value === chosen)
    .map(([value, { label }]) => ({
      value,
      label,
      n: counts.states[value],
      isWarning: value === 'bounced' || value === 'expired',
    }));
  return [{ value: '', label: 'All', n: counts.n }, ...options];
}

interface NoAuthorsProps {
  /** Where the list is narrowed down. */
  onClear: (() => void) | undefined;
  onInvite: (() => void) | undefined;
}

/** In place of a table without rows. */
function NoAuthors({ onClear, onInvite }: NoAuthorsProps) {
  if (onClear) {
    return (
      <p className={styles.none}>
        No authors match. <Button onClick={onClear}>Clear</Button>
      </p>
    );
  }
  return (
    <p className={styles.none}>
      No invitations yet. In a few minutes, the author of a talk can rate its summary; no account is needed.{' '}
      {onInvite && <Button onClick={onInvite}>Invite authors</Button>}
    </p>
  );
}
