import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useMemo, useRef } from 'react';
import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { date } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { usePageKeys } from '@/lib/usePageKeys';
import { Notice } from '@/ui/Notice';
import { Page } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import classes from './Activity.module.css';
import { ActivityFilters, firstPeriod, periods } from './ActivityFilters';
import { ActivityList } from './ActivityList';
import { EntryDetails } from './EntryDetails';
import { type ActivityEntry, type ActivityFilter, activityFile, useActivity } from './requests';

const keys = { save: ['e'] };

/** Who did what, when and from where; for admins. What is filtered and which entry is open is in the URL. */
export function ActivityPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  if (role !== undefined && !may(role, 'activity', 'retrieve')) {
    return (
      <Notice title="Activity" out={[`/p/${slug}/settings`, 'Back to the settings']}>
        <p>Only project admins see the activity.</p>
      </Notice>
    );
  }
  return <Activity slug={slug} tabs={tabs} />;
}

function Activity({ slug, tabs }: { slug: string; tabs: ReactNode }) {
  const params = useAddressParams();
  const choose = useChooseParams();
  const filter = useMemo(() => filterIn(params), [params]);
  const log = useActivity(slug, filter);
  const entries = log.data?.pages.flatMap((page) => page.results) ?? [];
  const open = entries.find((entry) => String(entry.id) === params.get('entry')) ?? null;
  const isWide = useMediaQuery('(min-width: 1100px)', true, { getInitialValueInEffect: false }) ?? true;
  const file = useRef<HTMLAnchorElement>(null);
  usePageKeys(keys, { save: () => file.current?.click() });
  const last = log.data?.pages.at(-1);
  const show = (entry: ActivityEntry | null) => choose({ entry: entry && String(entry.id) }, { replace: true });
  return (
    <Page
      title="Activity"
      guide="admin#activity"
      lead={last && `Append-only. Kept for ${kept(last.kept_days)}.`}
      actions={
        <>
          <Button
            ref={file}
            component="a"
            href={activityFile(slug, filter, 'csv')}
            download
            aria-keyshortcuts={keys.save[0]}
          >
            Export CSV
          </Button>
          <Button component="a" href={activityFile(slug, filter, 'jsonl')} download>
            JSON lines
          </Button>
        </>
      }
      aside={isWide && <EntryDetails slug={slug} entry={open} />}
    >
      {tabs}
      <ActivityFilters slug={slug} verbs={last?.verbs ?? []} />
      {!log.isSuccess && (
        <div className={classes.said}>
          <Pending of={log} what="the activity log" />
        </div>
      )}
      {log.isSuccess && entries.length === 0 && !last?.next && (
        <Nothing params={params} onClear={() => choose({ ...noFilter, entry: null, when: 'all' })} />
      )}
      <ActivityList slug={slug} entries={entries} open={open} onOpen={show} isWide={isWide} />
      {last?.next && (
        <p className={classes.more}>
          <Button loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            Look further back
          </Button>
          {last.looked_back_to && <span className="soft">Looked back to {date(last.looked_back_to)}.</span>}
        </p>
      )}
    </Page>
  );
}

const noFilter = { person: null, group: null, kind: null, search: null };

function Nothing({ params, onClear }: { params: URLSearchParams; onClear: () => void }) {
  const others = Object.keys(noFilter).some((name) => params.has(name));
  const period = periods.find(({ value }) => value === (params.get('when') ?? firstPeriod));
  if (params.get('when') === 'all' && !others) return <p className={classes.said}>Nothing recorded yet.</p>;
  return (
    <p className={classes.said}>
      {others ? 'Nothing matches these filters.' : `Nothing in the ${period?.label.toLowerCase() ?? 'period'}.`}{' '}
      <Button onClick={onClear}>Show all</Button>
    </p>
  );
}

function filterIn(params: URLSearchParams): ActivityFilter {
  const days = Number(params.get('when') ?? firstPeriod);
  const since = Number.isInteger(days) && days > 0 ? new Date(Date.now() - days * 86_400_000) : null;
  return {
    person: Number(params.get('person')) || undefined,
    group: (params.get('group') as ActivityFilter['group']) || undefined,
    kind: (params.get('kind') as ActivityFilter['kind']) || undefined,
    search: params.get('search') || undefined,
    since: since?.toISOString().slice(0, 10),
  };
}

const kept = (days: number) => (days % 365 === 0 ? `${days / 365} year${days === 365 ? '' : 's'}` : `${days} days`);
