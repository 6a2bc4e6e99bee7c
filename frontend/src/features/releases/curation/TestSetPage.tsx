import { Button } from '@mantine/core';
import { IconCloudCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '@/api/client';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import type { TestSet } from '@/api/types';
import { isLive } from '@/api/work';
import { Leaks } from '@/features/releases/leaks/Leaks';
import { NewRelease } from '@/features/releases/releases/NewRelease';
import { nextVersions } from '@/features/releases/releases/versions';
import { useReleases } from '@/features/releases/requests/releases';
import { dateTime } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { CuratedRows } from './CuratedRows';
import classes from './Curation.module.css';
import { FunnelPart } from './FunnelPart';
import { RulesForm } from './RulesForm';
import { type Funnel, type Rules, type Takes, useChangeRules, useFunnel, useTestSet } from './requests';
import { SplitPart } from './SplitPart';

/** A test set as rules: what each takes away, how rows are divided, and which are in or out. */
export function TestSetPage() {
  const { slug = '', testSetId = '' } = useParams();
  const id = Number(testSetId);
  const set = useTestSet(id);
  const funnel = useFunnel(id);
  const releases = (useReleases(slug).data ?? []).filter((release) => release.test_set === id);
  const canChange = may(useProject(slug).data?.role, 'test-sets', 'change_rules');
  const last = releases.find(({ n_rows }) => n_rows !== null);
  const next = nextVersions(releases).minor;
  const numbers = releases.filter(({ n_rows }) => n_rows !== null).map(({ version }) => version);
  return (
    <Page
      title={set.data?.name ?? 'Test set'}
      guide="admin#choosing-the-rows-of-a-test-set"
      above={<Link to={`/p/${slug}/test-sets`}>Test sets</Link>}
      lead={
        numbers.length > 0
          ? `Draft of ${next}. Released so far: ${numbers.reverse().join(', ')}.`
          : `Draft of ${next}. Not released yet.`
      }
      actions={
        <>
          {last && (
            <Button component={Link} to={`/p/${slug}/test-sets/releases/${last.id}`}>
              Open {last.version}
            </Button>
          )}
          {canChange && set.data && !releases.some(isLive) && (
            <NewRelease set={{ ...set.data, n_rows: funnel.data?.counts?.n_rows ?? null }} releases={releases} />
          )}
        </>
      }
    >
      {(set.isPending || funnel.isPending) && <Loading what="test set" />}
      <Pending of={set} />
      {!set.isError && funnel.isError && <ErrorNote error={funnel.error} onRetry={() => void funnel.refetch()} />}
      {set.data && funnel.data && (
        <Curation set={set.data as TestSet} funnel={funnel.data} canChange={canChange} onReload={funnel.refetch} />
      )}
    </Page>
  );
}

interface CurationProps {
  set: TestSet;
  funnel: Funnel;
  canChange: boolean;
  onReload: () => Promise<unknown>;
}

interface Before {
  rules: Rules;
  takes: Takes;
}

function Curation({ set, funnel, canChange, onReload }: CurationProps) {
  const query = useAddressParams();
  const choose = useChooseParams();
  const listed = { isIn: query.get('rows') === 'in', rule: query.get('rule') ?? '' };
  const change = useChangeRules(set.id);
  const undos = useRef<Before[]>([]);
  // What was asked for last is shown while the server counts.
  const [draft, setDraft] = useState<Before | null>(null);
  const shown: Funnel = draft ? { ...funnel, ...draft } : funnel;
  const send = (after: Before, onDone?: () => void) => {
    setDraft(after);
    change.mutate(after, {
      onSuccess: onDone,
      onSettled: () => setDraft((now) => (now === after ? null : now)),
    });
  };
  const alter = (rules: Rules, takes: Takes = shown.takes) => {
    const before = { rules: shown.rules, takes: shown.takes };
    send({ rules, takes }, () => undos.current.push(before));
  };
  const undo = () => {
    const before = undos.current.at(-1);
    if (before) send(before, () => undos.current.pop());
  };
  const list = (next: { isIn: boolean; rule: string }) =>
    choose({ rows: next.isIn ? 'in' : null, rule: next.rule }, { replace: true });
  const isStale = change.error instanceof ApiError && change.error.code === 'rules_changed';
  return (
    <>
      <div className={classes.saved}>
        <span role="status">
          <IconCloudCheck size={16} stroke={1.75} aria-hidden="true" />{' '}
          {change.isPending
            ? 'Saving rules'
            : funnel.changed_at
              ? `Rules saved ${dateTime(funnel.changed_at)}${funnel.changed_by ? ` by ${funnel.changed_by}` : ''}`
              : 'No rules changed yet'}
        </span>
        {canChange && undos.current.length > 0 && (
          <Button size="compact-sm" onClick={undo}>
            Undo
          </Button>
        )}
      </div>
      {change.isError && (
        <div className={classes.fault}>
          <ErrorNote error={change.error} />
          {isStale && (
            <Button
              onClick={() => {
                undos.current = [];
                void onReload().then(() => change.reset());
              }}
            >
              Reload
            </Button>
          )}
        </div>
      )}
      <div className={classes.page}>
        <RulesForm
          funnel={shown}
          nNamed={set.reviews.length}
          canChange={canChange}
          lit={listed.rule}
          onChange={alter}
        />
        <div className={classes.middle}>
          <FunnelPart
            funnel={funnel}
            isCounting={change.isPending}
            lit={listed.rule}
            onLight={(rule) => list({ isIn: false, rule })}
            onUndo={canChange && undos.current.length > 0 ? undo : undefined}
          />
          {funnel.counts && (
            <SplitPart
              split={shown.rules.split}
              found={funnel.counts.split}
              canChange={canChange}
              onChange={(split) => alter({ ...shown.rules, split })}
            />
          )}
          <Leaks set={set} canChange={canChange} />
        </div>
        <CuratedRows id={set.id} funnel={funnel} listed={listed} canChange={canChange} onList={list} />
      </div>
    </>
  );
}
