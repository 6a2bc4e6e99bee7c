import { FileInput, Select } from '@mantine/core';
import type { Release } from '@/features/releases/requests/releases';
import { useRelease } from '@/features/releases/requests/releases';
import { useScoreSystem } from '@/features/releases/requests/systems';
import { splitsOf } from '@/features/releases/systems/scores';
import { language } from '@/lib/format';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { languagesOf } from './languages';

const all = 'All segments';
const normalisers = [
  { value: 'plain', label: 'Plain: lower case, no punctuation' },
  { value: 'none', label: 'None: as written' },
];

/** Has what a recogniser heard scored against a release. */
export function AddOutput({ release }: { release: Release }) {
  const statistics = useRelease(release.id).data?.contents?.statistics ?? [];
  const score = useScoreSystem();
  const blank = { file: null as File | null, name: '', languages: '', split: '', normaliser: 'plain' };
  const { values, change, field, rest } = useFields(blank, score.error);
  const { file, name, languages, split, normaliser } = values;
  const [spoken, splits] = [languagesOf(statistics), splitsOf(statistics)];
  const send = (chosen: File) =>
    score.mutate(
      { release: release.id, file: chosen, name: name.trim(), languages, split, kind: 'recognition', normaliser },
      { onSuccess: () => change(blank) },
    );
  return (
    <Part title="Add a system">
      <Form
        onSubmit={() => file && send(file)}
        error={rest}
        submit="Score"
        isPending={score.isPending}
        disabled={!file}
      >
        <FileInput
          label="Output"
          required
          data-upload
          description="A text for each segment of the release’s audio clips: JSON lines with id and text; TSV; or Kaldi’s text. A segment that is left out counts as deleted."
          {...field('file')}
          onChange={(chosen) => {
            score.reset();
            change({ file: chosen, name: name || (chosen?.name.replace(/\.[^.]*$/u, '').slice(0, 120) ?? '') });
          }}
        />
        <TextField label="Name" maxLength={120} {...field('name')} />
        <Select label="Normaliser" data={normalisers} allowDeselect={false} {...field('normaliser')} />
        {spoken.length > 1 && (
          <Select
            label="Spoken"
            placeholder="The only language there is"
            clearable
            data={spoken.map((tag) => ({ value: tag, label: language(tag) }))}
            {...field('languages')}
            value={languages || null}
            onChange={(tag) => change({ languages: tag ?? '' })}
          />
        )}
        {splits.length > 0 && (
          <Select
            label="Scored on"
            data={[all, ...splits]}
            allowDeselect={false}
            {...field('split')}
            value={split || all}
            onChange={(value) => change({ split: value === all || value === null ? '' : value })}
          />
        )}
      </Form>
    </Part>
  );
}
