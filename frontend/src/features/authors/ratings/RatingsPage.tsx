import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { useDefaults } from '@/api/defaults';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import type { Invitation } from '@/api/types';
import { InviteDialog } from '@/features/authors/inviting/InviteDialog';
import { plural } from '@/lib/format';
import { usePageKeys } from '@/lib/usePageKeys';
import { BulkResult } from '@/ui/BulkBar';
import { ErrorNote } from '@/ui/ErrorNote';
import { Page } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { AddressDialog } from './AddressDialog';
import { AnswersDialog } from './AnswersDialog';
import { AuthorsTable } from './AuthorsTable';
import { keys } from './keys';
import { NoAuthors } from './NoAuthors';
import { PickedAuthors } from './PickedAuthors';
import styles from './Ratings.module.css';
import { RatingsActions } from './RatingsActions';
import { RatingsFigures } from './RatingsFigures';
import { useInvitationStates } from './requests';
import { StateChips } from './StateChips';
import type { RowAct } from './states';
import { useChosenRows } from './useChosenRows';
import { useInvitationFilter } from './useInvitationFilter';
import { useLinkActs } from './useLinkActs';

type Shown = { what: 'answers' | 'fix'; of: Invitation } | { what: 'invite' } | null;

/** Who has answered, what is to be done about those who have not, and how good the summaries are. */
export function RatingsPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const canChange = may(role, 'authors', 'act');
  const defaults = useDefaults().data;
  const sendsEmail = defaults?.sends_email ?? true;
  const { list, state, search, find, choose, clear } = useInvitationFilter(slug);
  const counts = useInvitationStates(slug, may(role, 'authors', 'retrieve')).data;
  const rows = list.data?.results ?? [];
  const chosen = useChosenRows(rows, canChange);
  const acts = useLinkActs({ slug, defaults, onDone: chosen.clear });
  const [shown, show] = useState<Shown>(null);
  const { picked, active, move, meant } = chosen;
  const invited = counts?.n ?? 0;

  const actOn = (what: RowAct, of: Invitation) => {
    if (what === 'answers' || what === 'fix') show({ what, of });
    else if (what === 'copy') void acts.copy([of]);
    else acts.run(what, [of]);
  };
  usePageKeys(keys, {
    next: () => move(1, false),
    previous: () => move(-1, false),
    extend_next: () => move(1, true),
    extend_previous: () => move(-1, true),
    toggle: chosen.toggleActive,
    remind: () => canChange && acts.run('remind', meant()),
    copy: () => canChange && void acts.copy(meant()),
    open: () => rows[active] && show({ what: 'answers', of: rows[active] }),
    clear: chosen.clear,
  });
  const invite = () => show({ what: 'invite' });
  const close = () => show(null);

  return (
    <Page
      title="Ratings"
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
      {counts && invited > 0 && <StateChips counts={counts.states} n={invited} state={state} onChoose={choose} />}
      {picked.length > 0 && (
        <PickedAuthors picked={picked} acts={acts} sendsEmail={sendsEmail} onClear={chosen.clear} />
      )}
      <div role="status">{acts.result && <BulkResult words={acts.result} onClose={() => acts.setResult(null)} />}</div>
      {acts.error && <ErrorNote error={acts.error} />}
      <Pending of={list} what="authors" />
      {list.data && rows.length === 0 && (
        <NoAuthors isFiltered={Boolean(state || search)} onClear={clear} canInvite={canChange} onInvite={invite} />
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
