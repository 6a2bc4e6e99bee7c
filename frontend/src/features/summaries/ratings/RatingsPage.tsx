import { Button, Menu } from '@mantine/core';
import { IconDownload, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import {
  type ActVerb,
  exportAddress,
  useActOnInvitations,
  useInvitationList,
  useInvitationStates,
} from '@/api/authors';
import { useDefaults } from '@/api/defaults';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import type { Invitation } from '@/api/types';
import { putOnClipboard } from '@/lib/clipboard';
import { plural } from '@/lib/format';
import { usePageKeys } from '@/lib/usePageKeys';
import { AskFirst } from '@/ui/AskFirst';
import { BulkBar, BulkResult } from '@/ui/BulkBar';
import { Chips } from '@/ui/Chips';
import { ErrorNote } from '@/ui/ErrorNote';
import { Key, KeyLine, shortcutOf } from '@/ui/Keys';
import { Loading } from '@/ui/Loading';
import { Page } from '@/ui/Page';
import { Pager, pageSize, usePage } from '@/ui/Pager';
import { findKeys, SearchField, useSearch } from '@/ui/SearchField';
import { dayFromNow, endOfDay } from '../linkDates';
import { SummaryTabs } from '../SummaryTabs';
import { AddressDialog } from './AddressDialog';
import { AnswersDialog } from './AnswersDialog';
import { InvitationsTable } from './InvitationsTable';
import { InviteDialog } from './InviteDialog';
import { keys } from './keys';
import styles from './Ratings.module.css';
import { RatingsFigures } from './RatingsFigures';
import { isState, type RowAct, resultWords, rowAct, states } from './states';

const nobody: ReadonlySet<number> = new Set();
const files = [
  ['ratings', 'tsv', 'Ratings, TSV'],
  ['answers', 'tsv', 'Answers, TSV'],
  ['ratings', 'jsonl', 'Ratings, JSON lines'],
  ['answers', 'jsonl', 'Answers, JSON lines'],
] as const;

/** Who has answered, what is to be done about those who have not, and how good the summaries are. */
export function RatingsPage() {
  const { slug = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const role = useProject(slug).data?.role;
  const canChange = may(role, 'authors', 'act');
  const defaults = useDefaults().data;
  const sendsEmail = defaults?.sends_email ?? true;
  const { search, find } = useSearch();
  const page = usePage();
  const given = params.get('state');
  const state = isState(given) ? given : undefined;
  const list = useInvitationList({
    project: slug,
    page,
    page_size: pageSize,
    ...(state && { state }),
    ...(search && { search }),
  });
  const counts = useInvitationStates(slug, may(role, 'authors', 'retrieve')).data;
  const act = useActOnInvitations(slug);
  const [chosen, setChosen] = useState(nobody);
  const [active, setActive] = useState(-1);
  const [dialog, setDialog] = useState<{ what: 'answers' | 'fix'; of: Invitation } | 'invite' | null>(null);
  const [said, setSaid] = useState<string | null>(null);

  const rows = list.data?.results ?? [];
  const picked = rows.filter(({ id }) => chosen.has(id));
  const invited = counts?.n ?? 0;
  const nAnswered = counts?.states.answered ?? 0;

  const run = (verb: ActVerb, of: readonly Invitation[]) => {
    if (of.length === 0 || !defaults) return;
    const more =
      verb === 'extend' || verb === 'reopen' ? { closes_at: endOfDay(dayFromNow(defaults.invitation_days)) } : {};
    act.mutate(
      { verb, ids: of.map(({ id }) => id), ...more },
      {
        onSuccess: ({ n_done, left }) => {
          setChosen(nobody);
          setSaid(resultWords(verb, n_done, left));
        },
      },
    );
  };
  const copy = async (of: readonly Invitation[]) => {
    if (of.length === 0 || !defaults) return;
    try {
      await putOnClipboard(
        of.map((each) => (of.length > 1 ? `${each.author_name}\t${each.url}` : each.url)).join('\n'),
      );
      setSaid(`${plural(of.length, 'link')} copied.`);
    } catch {
      setSaid('The browser refused to copy.');
    }
  };
  const toggle = (index: number, extend: boolean) => {
    const id = rows[index]?.id;
    if (id === undefined) return;
    const next = new Set(chosen);
    if (extend && active >= 0) {
      for (const row of rows.slice(Math.min(active, index), Math.max(active, index) + 1)) next.add(row.id);
    } else if (!next.delete(id)) next.add(id);
    setChosen(next);
    setActive(index);
  };
  const doOne = (what: RowAct, of: Invitation) => {
    if (what === 'answers' || what === 'fix') setDialog({ what, of });
    else if (what === 'copy') void copy([of]);
    else run(what, [of]);
  };
  /** What a key acts on: those that are chosen, else the active one. */
  const meant = () => (picked.length > 0 ? picked : rows.slice(Math.max(0, active), active + 1));
  const move = (by: 1 | -1, extend: boolean) => {
    const to = Math.min(rows.length - 1, Math.max(0, active + by));
    if (extend && canChange) toggle(to, true);
    else setActive(to);
  };
  usePageKeys(keys, {
    next: () => move(1, false),
    previous: () => move(-1, false),
    extend_next: () => move(1, true),
    extend_previous: () => move(-1, true),
    toggle: () => canChange && active >= 0 && toggle(active, false),
    remind: () => canChange && run('remind', meant()),
    copy: () => canChange && void copy(meant()),
    open: () => {
      const row = rows[active];
      if (row) setDialog({ what: 'answers', of: row });
    },
    clear: () => setChosen(nobody),
  });
  const choose = (value: string) =>
    setParams((before) => {
      if (value) before.set('state', value);
      else before.delete('state');
      before.delete('page');
      return before;
    });
  const close = () => setDialog(null);

  return (
    <Page
      title="Ratings"
      lead={
        invited > 0
          ? `${nAnswered} of ${plural(invited, 'author')} answered.`
          : 'What authors say of the summaries of their talks.'
      }
      actions={
        <>
          {invited > 0 && <SearchField label="Find an author or talk" search={search} onSearch={find} />}
          {invited > 0 && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button leftSection={<IconDownload size={15} stroke={1.75} aria-hidden="true" />}>Export</Button>
              </Menu.Target>
              <Menu.Dropdown>
                {files.map(([part, file_format, label]) => (
                  <Menu.Item key={label} component="a" href={exportAddress(slug, { part, file_format })} download>
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
          {canChange && (
            <Button
              variant="filled"
              leftSection={<IconMail size={15} stroke={1.75} aria-hidden="true" />}
              onClick={() => setDialog('invite')}
            >
              Invite authors…
            </Button>
          )}
        </>
      }
      aside={invited > 0 && <RatingsFigures slug={slug} />}
    >
      <SummaryTabs />
      {canChange && !sendsEmail && (
        <p className={styles.notice}>E-mail is off on this site. Copy the links and send them yourself.</p>
      )}
      {invited > 0 && (
        <div className={styles.chips}>
          <Chips
            label="State"
            options={[
              { value: '', label: 'All', n: invited },
              ...Object.entries(states)
                .filter(([value]) => (counts?.states[value] ?? 0) > 0 || value === state)
                .map(([value, { label }]) => ({
                  value,
                  label,
                  n: counts?.states[value],
                  isWarning: value === 'bounced' || value === 'expired',
                })),
            ]}
            chosen={state ?? ''}
            onChoose={choose}
          />
        </div>
      )}
      {picked.length > 0 && (
        <BulkBar
          label="Selected authors"
          chosen={<b>{plural(picked.length, 'author')}</b>}
          clearKeys={keys.clear}
          onClear={() => setChosen(nobody)}
        >
          <Button
            variant="filled"
            loading={act.isPending}
            onClick={() => run('remind', picked)}
            aria-keyshortcuts={shortcutOf(keys.remind)}
          >
            Remind <Key of={keys.remind} />
          </Button>
          {picked.some((each) => rowAct(each, sendsEmail) === 'send') && (
            <Button onClick={() => run('send', picked)}>Send</Button>
          )}
          <Button onClick={() => void copy(picked)} aria-keyshortcuts={shortcutOf(keys.copy)}>
            Copy links <Key of={keys.copy} />
          </Button>
          <Button onClick={() => run('extend', picked)}>Extend</Button>
          <AskFirst
            verb="Revoke"
            label="Revoke the links of the selected authors"
            question={`${plural(picked.length, 'author')} can then no longer answer, and what they answered doesn’t count.`}
            yes="Revoke"
            isPending={act.isPending}
            onYes={() => run('revoke', picked)}
          />
        </BulkBar>
      )}
      <div role="status">{said && <BulkResult words={said} onClose={() => setSaid(null)} />}</div>
      {act.isError && <ErrorNote error={act.error} />}
      {list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Loading what="authors" />}
      {list.data && rows.length === 0 && (
        <p className={styles.none}>
          {state || search ? (
            <>
              No authors match.{' '}
              <Button
                onClick={() => {
                  find('');
                  choose('');
                }}
              >
                Clear
              </Button>
            </>
          ) : (
            <>
              No invitations yet. The author of a talk says in a few minutes whether its summary is right; no account is
              needed. {canChange && <Button onClick={() => setDialog('invite')}>Invite authors</Button>}
            </>
          )}
        </p>
      )}
      {rows.length > 0 && (
        <>
          <InvitationsTable
            slug={slug}
            rows={rows}
            active={active}
            chosen={chosen}
            canChange={canChange}
            sendsEmail={sendsEmail}
            onActive={setActive}
            onToggle={toggle}
            onToggleAll={() =>
              setChosen(rows.every(({ id }) => chosen.has(id)) ? nobody : new Set(rows.map(({ id }) => id)))
            }
            onAct={doOne}
          />
          <Pager total={list.data?.count ?? 0} what="authors" />
          <div className={styles.keys}>
            <KeyLine
              of={[
                ['move', keys.next, keys.previous],
                ...(canChange
                  ? ([
                      ['select', keys.toggle],
                      ['remind', keys.remind],
                      ['copy link', keys.copy],
                    ] as const)
                  : []),
                ['answers', keys.open],
                ['find', findKeys],
              ]}
            />
          </div>
        </>
      )}
      {dialog === 'invite' && defaults && (
        <InviteDialog slug={slug} defaults={defaults} onClose={close} onDone={setSaid} />
      )}
      {dialog !== null && dialog !== 'invite' && dialog.what === 'answers' && (
        <AnswersDialog id={dialog.of.id} name={dialog.of.author_name} onClose={close} />
      )}
      {dialog !== null && dialog !== 'invite' && dialog.what === 'fix' && (
        <AddressDialog invitation={dialog.of} onClose={close} />
      )}
    </Page>
  );
}
