import { Autocomplete, Checkbox, Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '@/api/client';
import type { TestSet } from '@/api/types';
import { leaksBeforeRelease } from '@/features/releases/leaks/leakWords';
import classes from '@/features/releases/Release.module.css';
import { useLeakChecks } from '@/features/releases/requests/leaks';
import { type Release, useReleases, useRequestRelease } from '@/features/releases/requests/releases';
import { count, plural } from '@/lib/format';
import { DialogButton } from '@/ui/DialogButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { useFields } from '@/ui/useFields';
import { ChooseRatings } from './ChooseRatings';
import { Foreseen, GoesOut, notesOf, toTick } from './Foreseen';
import columns from './Foreseen.module.css';
import { useNextRelease } from './requests';
import { type Variant, variants } from './variants';

const licences = ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'CC-BY-NC-4.0', 'CC-BY-NC-SA-4.0', 'CC-BY-NC-ND-4.0'];

/** Freezes a test set under its next number, once a dialog has asked how. `releases` are those of the test set. */
export function NewRelease({ set, releases }: { set: TestSet; releases: readonly Release[] }) {
  const name = `Release ${set.name}`;
  return (
    <DialogButton variant="filled" verb="Release" label={name} title={name} width={960}>
      {(close) => <Asked set={set} releases={releases} onDone={close} />}
    </DialogButton>
  );
}

function Asked({ set, releases, onDone }: { set: TestSet; releases: readonly Release[]; onDone: () => void }) {
  const last = releases[0];
  const request = useRequestRelease();
  const { values, field, box, rest } = useFields(
    {
      number: '' as '' | 'minor' | 'major',
      people: last?.people ?? ('pseudonyms' as Release['people']),
      variant: 'curated' as Variant,
      licence: last?.licence ?? '',
      notes: null as string | null,
      with_clips: last?.with_clips ?? false,
      rating_tasks: [] as number[],
      single_ratings: false,
    },
    request.error,
  );
  const { people, variant, with_clips, rating_tasks, single_ratings } = values;
  const foreseen = useNextRelease(set.id, variant);
  const next = foreseen.isError ? undefined : foreseen.data;
  const isTooLarge = foreseen.error instanceof ApiError && foreseen.error.code === 'too_many_rows';
  const [isTicked, setTicked] = useState(false);
  const [meanwhile, setMeanwhile] = useState('');
  const number = values.number || next?.suggested || 'minor';
  const canChooseNumber = next ? next.minor !== next.major : isTooLarge || releases.length > 0;
  const notes = values.notes ?? (next ? notesOf(next) : '');
  const since = releases.find(({ id }) => id === next?.since?.id);
  const hasMore = rating_tasks.length > 0 || (since !== undefined && isFrozenOtherwise(values, since));
  const isSame = next?.suggested === '' && !hasMore;
  const isMissing = next !== undefined && toTick(next) !== '' && !isTicked;
  const freeze = () =>
    request.mutate(
      {
        test_set: set.id,
        major: number === 'major',
        people,
        variant,
        licence: values.licence.trim(),
        notes: notes.trim(),
        with_clips,
        rating_tasks,
        single_ratings: single_ratings && rating_tasks.length > 0,
      },
      { onSuccess: onDone },
    );
  const submit = async () => {
    if (isTooLarge) return freeze();
    const seen = JSON.stringify(next?.changes ?? next?.n_rows);
    const { data: now, isError } = await foreseen.refetch();
    if (isError || !now) return;
    if (JSON.stringify(now.changes ?? now.n_rows) === seen) return freeze();
    setTicked(false);
    setMeanwhile(
      `Changed meanwhile: ${count(next?.n_rows ?? 0)} → ${plural(now.n_rows, 'row')}. Look again, then freeze.`,
    );
  };
  return (
    <Form
      wide="whole"
      onSubmit={() => void submit()}
      error={rest}
      submit={next ? `Freeze ${next[number]}` : 'Freeze'}
      isPending={request.isPending || foreseen.isFetching}
      disabled={(!next && !isTooLarge) || isSame || isMissing}
      beside={next && <GoesOut next={next} isTicked={isTicked} onTick={setTicked} />}
    >
      <p className="soft">
        {next ? plural(next.n_rows, 'row') : rowsOf(set, variant)} as they are now. A release never changes. It can be
        withdrawn; only site admins can delete it.
      </p>
      <div className={columns.two}>
        <div className={columns.column}>
          {foreseen.isPending && <p role="status">Counting what differs…</p>}
          {foreseen.isError && <ErrorNote error={foreseen.error} onRetry={() => void foreseen.refetch()} />}
          {next && <Foreseen next={next} at={`/p/${set.project}/test-sets/${set.id}`} onLeave={onDone} />}
          <p role="status" className={meanwhile ? classes.leaks : undefined}>
            {meanwhile}
            {next?.suggested === '' && next.since && sameRows(next.since.version, isSame)}
          </p>
          <LeaksOf set={set} onLeave={onDone} />
        </div>
        <div className={columns.column}>
          {canChooseNumber && (
            <Radio.Group label="Number" {...field('number')} value={number}>
              <div className={classes.options}>
                {(['minor', 'major'] as const).map((kind) => (
                  <Radio
                    key={kind}
                    value={kind}
                    label={next ? next[kind] : kindWords[kind]}
                    description={next?.suggested === kind ? `Suggested: ${next.reason}` : numberWords[kind]}
                  />
                ))}
              </div>
            </Radio.Group>
          )}
          <HowFrozen field={field} box={box} />
          <ChooseRatings
            project={set.project}
            chosen={rating_tasks}
            onChoose={field('rating_tasks').onChange}
            error={field('rating_tasks').error}
            single={box('single_ratings')}
          />
          <Textarea
            label="What is new"
            description="Written from the difference; change it as you like"
            autosize
            minRows={2}
            {...field('notes')}
            value={notes}
          />
        </div>
      </div>
    </Form>
  );
}

/** Whether the same rows would be another release: with another licence, with or without names or clips. */
function isFrozenOtherwise(now: Pick<Release, 'people' | 'licence' | 'with_clips'>, since: Release): boolean {
  return now.people !== since.people || now.licence.trim() !== since.licence || now.with_clips !== since.with_clips;
}

/** isAll: whether nothing else comes with the rows either. */
function sameRows(version: string, isAll: boolean): string {
  return isAll ? `The same as ${version}. Nothing to release.` : `The rows are those of ${version}.`;
}

/** Before the server has said which numbers follow. */
const kindWords = { minor: 'Minor', major: 'Major' };

const numberWords = {
  minor: 'Corrections and additions',
  major: 'Scores can’t be compared with the last release',
};

type Fields = ReturnType<
  typeof useFields<{
    number: '' | 'minor' | 'major';
    people: Release['people'];
    variant: Variant;
    licence: string;
    notes: string | null;
    with_clips: boolean;
    rating_tasks: number[];
    single_ratings: boolean;
  }>
>;

/** Which rows, who appears how, and under which licence. */
function HowFrozen({ field, box }: Pick<Fields, 'field' | 'box'>) {
  return (
    <>
      <Radio.Group
        label="Rows"
        description="COARSE, INTRA and INTER use the filters’ verdicts on links that people left as proposed"
        {...field('variant')}
      >
        <div className={classes.options}>
          {variants.map((each) => (
            <Radio key={each.value} {...each} />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group label="People appear by" {...field('people')}>
        <div className={classes.options}>
          <Radio
            value="pseudonyms"
            label="Pseudonyms"
            description="The same pseudonyms in every release of this project"
          />
          <Radio value="names" label="User names" />
        </div>
      </Radio.Group>
      <Checkbox
        label="Audio clips"
        description="The segments of its talks as FLAC, with what is said in them. Whoever reads the release hears them."
        {...box('with_clips')}
      />
      <Autocomplete
        label="Licence"
        description="A name such as CC-BY-4.0, or a sentence"
        data={licences}
        maxLength={200}
        {...field('licence')}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </>
  );
}

/** Leaks that a check found, or that nobody looked for them: nothing can be taken out of a release afterwards. */
function LeaksOf({ set, onLeave }: { set: TestSet; onLeave: () => void }) {
  const checks = useLeakChecks(set.id);
  const releases = useReleases(set.project);
  if (checks.isError) return <ErrorNote error={checks.error} onRetry={() => void checks.refetch()} />;
  if (!checks.data) return null;
  const hasOthers = releases.data?.some((each) => each.test_set !== set.id && each.n_rows !== null) ?? false;
  const { text, isWarning } = leaksBeforeRelease(checks.data, set, hasOthers);
  return (
    <p className={isWarning ? classes.leaks : 'soft'} role={isWarning ? 'alert' : undefined}>
      {text}{' '}
      <Link to={`/p/${set.project}/test-sets/${set.id}#leaks-head`} onClick={onLeave}>
        {checks.data.length > 0 ? 'See leaks' : 'Check for leaks'}
      </Link>
    </p>
  );
}

/** What would be frozen, as far as it is known before the filters' verdicts are read. */
function rowsOf({ n_rows }: TestSet, variant: Variant): string {
  if (variant === 'automatic') return 'The engines’ links of its talks';
  if (n_rows === null) return 'Its rows';
  return variant === 'curated' ? plural(n_rows, 'row') : `Up to ${plural(n_rows, 'row')}`;
}
