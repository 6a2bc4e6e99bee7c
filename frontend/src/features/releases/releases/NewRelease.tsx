import { Autocomplete, Checkbox, Radio, Textarea } from '@mantine/core';
import { Link } from 'react-router';
import type { TestSet } from '@/api/types';
import { leaksBeforeRelease } from '@/features/releases/leaks/leakWords';
import classes from '@/features/releases/Release.module.css';
import { useLeakChecks } from '@/features/releases/requests/leaks';
import { type Release, useReleases, useRequestRelease } from '@/features/releases/requests/releases';
import { plural } from '@/lib/format';
import { DialogButton } from '@/ui/DialogButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { useFields } from '@/ui/useFields';
import { type Variant, variants } from './variants';
import { nextVersions } from './versions';

const licences = ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'CC-BY-NC-4.0', 'CC-BY-NC-SA-4.0', 'CC-BY-NC-ND-4.0'];

/** Freezes a test set under its next number, once a dialog has asked how. `releases` are those of the test set. */
export function NewRelease({ set, releases }: { set: TestSet; releases: readonly Release[] }) {
  const { minor } = nextVersions(releases);
  return (
    <DialogButton
      variant="filled"
      verb={`Release ${minor}`}
      label={`Release ${minor} of ${set.name}`}
      title={`Release ${set.name}`}
    >
      {(close) => <Asked set={set} releases={releases} onDone={close} />}
    </DialogButton>
  );
}

function Asked({ set, releases, onDone }: { set: TestSet; releases: readonly Release[]; onDone: () => void }) {
  const versions = nextVersions(releases);
  const last = releases[0];
  const request = useRequestRelease();
  const { values, field, box, rest } = useFields(
    {
      number: 'minor',
      people: last?.people ?? ('pseudonyms' as Release['people']),
      variant: 'curated' as Variant,
      licence: last?.licence ?? '',
      notes: '',
      with_clips: last?.with_clips ?? false,
    },
    request.error,
  );
  const { number, people, variant, with_clips } = values;
  const isMajor = number === 'major';
  const submit = () => {
    const [licence, notes] = [values.licence.trim(), values.notes.trim()];
    request.mutate(
      { test_set: set.id, major: isMajor, people, variant, licence, notes, with_clips },
      { onSuccess: onDone },
    );
  };
  return (
    <Form
      wide
      onSubmit={submit}
      error={rest}
      submit={`Freeze ${isMajor ? versions.major : versions.minor}`}
      isPending={request.isPending}
    >
      <p className="soft">
        {rowsOf(set, variant)} as they are now. A release never changes and can’t be deleted, only withdrawn.
      </p>
      <LeaksOf set={set} onLeave={onDone} />
      {versions.minor !== versions.major && (
        <Radio.Group label="Number" {...field('number')}>
          <div className={classes.options}>
            <Radio value="minor" label={versions.minor} description="Corrections and additions" />
            <Radio value="major" label={versions.major} description="Scores can’t be compared with the last release" />
          </div>
        </Radio.Group>
      )}
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
      />
      <Textarea label="What is new" autosize minRows={2} {...field('notes')} />
    </Form>
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
