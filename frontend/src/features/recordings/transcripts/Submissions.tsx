import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { usePageKeys } from '@/lib/usePageKeys';
import { CsvButton } from '@/ui/CsvButton';
import { KeyLine } from '@/ui/Keys';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { JudgeDialog } from './JudgeDialog';
import { keys, stepFrom, words } from './keys';
import { LimitsForm } from './LimitsForm';
import { csvHeader, csvRow, type Filter, filters, filterWords, toggled } from './model';
import { Planted } from './Planted';
import { type Decision, type Transcripts, useTranscripts } from './requests';
import { SubmissionTable } from './SubmissionTable';
import classes from './Transcripts.module.css';

/** What was submitted, with its figures; the limits; and the check masks of the one that is open. */
export function Submissions({ slug }: { slug: string }) {
  const found = useTranscripts(slug, true);
  return (
    <Part title="Submissions" note="Nothing in a filler’s page tells a check mask from another one.">
      <Pending of={found} what="submissions" />
      {found.data && <Listed slug={slug} transcripts={found.data} />}
    </Part>
  );
}

function Listed({ slug, transcripts }: { slug: string; transcripts: Transcripts }) {
  const { passes, policy, n_at_work } = transcripts;
  const params = useAddressParams();
  const choose = useChooseParams();
  const asked = params.get('state') as Filter | null;
  const filter = asked && filters.includes(asked) ? asked : 'all';
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState<number | null>(null);
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const of = (name: Filter) => passes.filter(({ state }) => name === 'all' || state === name);
  const shown = of(filter);
  const submitted = passes.filter(({ figures }) => figures !== null);
  const open = passes.find(({ id }) => id === opened);
  const move = (by: 1 | -1) => setOpened((was) => shown[stepFrom(shown, was, by)]?.id ?? null);
  const judge = (decision: Decision) => () => {
    if (chosen.size === 0 && !open?.figures) return;
    if (chosen.size === 0 && open) setChosen(new Set([open.id]));
    setDeciding(decision);
  };
  usePageKeys(keys, {
    next: () => move(1),
    previous: () => move(-1),
    choose: () => open?.figures && setChosen(toggled(chosen, open.id)),
    accept: judge('accept'),
    reject: judge('reject'),
    leave: () => setOpened(null),
  });
  if (passes.length === 0) {
    return (
      <div className={classes.place}>
        <p className="soft">No submissions yet. {n_at_work === 0 ? 'Nobody is at work.' : `${n_at_work} at work.`}</p>
        <LimitsForm slug={slug} policy={policy} submitted={[]} />
      </div>
    );
  }
  return (
    <div className={classes.place}>
      <div className={classes.main}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
        <div className={classes.filters} role="group" aria-label="Submissions shown">
          {filters.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === filter}
              onClick={() => choose({ state: name === 'all' ? null : name })}
            >
              {filterWords[name]} <span className="num">{of(name).length}</span>
            </button>
          ))}
        </div>
        {chosen.size > 0 && (
          <div className={classes.chosen}>
            <b>{chosen.size} chosen</b>
            <Button variant="filled" onClick={() => setDeciding('reject')}>
              Reject…
            </Button>
            <Button onClick={() => setDeciding('accept')}>Accept anyway…</Button>
            <Button onClick={() => setDeciding('withdraw')}>Withdraw…</Button>
            <Button variant="subtle" onClick={() => setChosen(new Set())}>
              Clear
            </Button>
          </div>
        )}
        <SubmissionTable
          passes={shown}
          chosen={chosen}
          onChoose={setChosen}
          opened={opened}
          onOpen={(id) => setOpened(id === opened ? null : id)}
        />
        <div className={classes.below}>
          <KeyLine of={words} />
          <CsvButton name={`${slug}-submissions`} of="Submissions" header={csvHeader} rows={shown.map(csvRow)} />
        </div>
        {open?.figures && <Planted submission={open} />}
      </div>
      <LimitsForm slug={slug} policy={policy} submitted={submitted} />
      {deciding && (
        <JudgeDialog
          slug={slug}
          decision={deciding}
          toAnother={policy.to_another}
          passes={[...chosen]}
          onClose={() => setDeciding(null)}
          onDone={() => {
            setDeciding(null);
            setChosen(new Set());
          }}
        />
      )}
    </div>
  );
}
