import { FileInput, Select } from '@mantine/core';
import type { ReleaseDetail } from '@/features/releases/requests/releases';
import { useScoreSystem } from '@/features/releases/requests/systems';
import { plural } from '@/lib/format';
import { DialogButton } from '@/ui/DialogButton';
import { Form } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { languageChoices, languagesOf, linesOf, splitsOf } from './scores';

/** Has the output of a system scored, once a dialog has asked for it. */
export function NewSystem({ release }: { release: ReleaseDetail }) {
  return (
    <DialogButton verb="Evaluate a system…" title={`Evaluate a system on ${release.title} ${release.version}`}>
      {(close) => <Asked release={release} onDone={close} />}
    </DialogButton>
  );
}

const allRows = 'All rows';

function Asked({ release, onDone }: { release: ReleaseDetail; onDone: () => void }) {
  const statistics = release.contents?.statistics ?? [];
  const [pairs, splits] = [languagesOf(statistics), splitsOf(statistics)];
  const score = useScoreSystem();
  const { values, change, field, rest } = useFields(
    { file: null as File | null, name: '', languages: pairs.length === 1 ? (pairs[0] ?? '') : '', split: '' },
    score.error,
  );
  const { file, name, languages, split } = values;
  const lines = linesOf(statistics, languages, split);
  return (
    <Form
      wide
      onSubmit={() => {
        if (file)
          score.mutate({ release: release.id, file, name: name.trim(), languages, split }, { onSuccess: onDone });
      }}
      error={rest}
      submit="Score"
      isPending={score.isPending}
      disabled={!file || (pairs.length > 1 && !languages)}
    >
      <FileInput
        label="Output"
        required
        data-autofocus
        description={
          lines > 0
            ? `A translation has ${plural(lines, 'line')}, one for each row with both texts. Or links: vecAlign beads, as a ZIP if there are several talks. Or JSON lines.`
            : 'A text for each row with both texts; vecAlign beads, as a ZIP if there are several talks; or JSON lines.'
        }
        {...field('file')}
        onChange={(chosen) => {
          score.reset();
          change({ file: chosen, name: name || (chosen?.name.replace(/\.[^.]*$/u, '').slice(0, 120) ?? '') });
        }}
      />
      <TextField label="Name" maxLength={120} {...field('name')} />
      {pairs.length > 1 && (
        <Select
          label="Languages"
          required
          data={languageChoices(statistics)}
          {...field('languages')}
          value={languages || null}
        />
      )}
      {splits.length > 0 && (
        <Select
          label="Scored on"
          data={[allRows, ...splits]}
          allowDeselect={false}
          {...field('split')}
          value={split || allRows}
          onChange={(value) => change({ split: value === allRows || value === null ? '' : value })}
        />
      )}
    </Form>
  );
}
