import { Button } from '@mantine/core';
import { IconCloudCheck } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { ApiError } from '@/api/client';
import type { TestSet } from '@/api/types';
import { dateTime } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { Chips } from '@/ui/Chips';
import { ErrorNote } from '@/ui/ErrorNote';
import classes from './Curation.module.css';
import { FunnelPart } from './FunnelPart';
import { RulesForm } from './RulesForm';
import { type Funnel, type Listed, type Rules, type Takes, useChangeRules } from './requests';
import { SplitPart } from './SplitPart';
import { TalksPart } from './talks/TalksPart';

// What stands below the rules comes after them.
const Exclusions = lazy(async () => ({ default: (await import('./Exclusions')).Exclusions }));
const CuratedRows = lazy(async () => ({ default: (await import('./CuratedRows')).CuratedRows }));
const Leaks = lazy(async () => ({ default: (await import('@/features/releases/leaks/Leaks')).Leaks }));

interface CurationProps {
  slug: string;
  set: TestSet;
  funnel: Funnel;
  canChange: boolean;
  onReload: () => Promise<unknown>;
}

interface Before {
  rules: Rules;
  takes: Takes;
}

/** The rules of a test set, its talks or its rows, and what becomes of them: split, exclusions, leaks. */
export function Curation({ slug, set, funnel, canChange, onReload }: CurationProps) {
  const query = useAddressParams();
  const choose = useChooseParams();
  const isOfRows = query.get('view') === 'rows';
  const listed: Listed = {
    isIn: query.get('rows') === 'in',
    rule: query.get('rule') ?? '',
    pair: Number(query.get('pair')) || undefined,
  };
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
  const list = (next: Listed) =>
    choose(
      { rows: next.isIn ? 'in' : null, rule: next.rule, pair: next.pair === undefined ? null : String(next.pair) },
      { replace: true },
    );
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
            isOpen={isOfRows}
            lit={listed.rule}
            onLight={(rule) => list({ isIn: false, rule })}
            onUndo={canChange && undos.current.length > 0 ? undo : undefined}
          />
          <div className={classes.views}>
            <Chips
              label="Shown"
              chosen={isOfRows ? 'rows' : 'talks'}
              options={[
                { value: 'talks', label: 'Talks' },
                { value: 'rows', label: 'Funnel and rows' },
              ]}
              onChoose={(view) => choose({ view: view === 'rows' ? 'rows' : null, pair: null })}
            />
          </div>
          {isOfRows ? (
            <Suspense>
              <CuratedRows id={set.id} funnel={funnel} listed={listed} canChange={canChange} onList={list} />
            </Suspense>
          ) : (
            <TalksPart id={set.id} slug={slug} funnel={shown} canChange={canChange} onChange={alter} />
          )}
        </div>
        <Side set={set} funnel={shown} canChange={canChange} isLit={listed.rule === 'exclude'} onChange={alter} />
      </div>
    </>
  );
}

interface SideProps {
  set: TestSet;
  funnel: Funnel;
  canChange: boolean;
  isLit: boolean;
  onChange: (rules: Rules) => void;
}

/** What becomes of the rows that are in, and what keeps talks out. */
function Side({ set, funnel, canChange, isLit, onChange }: SideProps) {
  return (
    <div className={classes.side}>
      {funnel.counts && (
        <SplitPart
          split={funnel.rules.split}
          found={funnel.counts.split}
          canChange={canChange}
          onChange={(split) => onChange({ ...funnel.rules, split })}
        />
      )}
      <Suspense>
        <Exclusions
          rules={funnel.rules}
          found={funnel.counts?.exclusions}
          canChange={canChange}
          isLit={isLit}
          onChange={onChange}
        />
      </Suspense>
      {(funnel.counts?.choices?.basis.some(({ value }) => value === 'chosen') ?? false) && (
        <p className={classes.warning}>
          Some rows are of a single review that somebody chose from a pair that needs more. Their basis is <i>chosen</i>
          , and the data card says how many they are.
        </p>
      )}
      <Suspense>
        <Leaks set={set} canChange={canChange} />
      </Suspense>
    </div>
  );
}
