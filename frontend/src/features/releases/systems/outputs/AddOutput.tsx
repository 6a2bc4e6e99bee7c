import { FileInput, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { type Release, useRelease } from '@/features/releases/requests/releases';
import { useScoreSystem } from '@/features/releases/requests/systems';
import { languageChoices, splitsOf } from '@/features/releases/systems/scores';
import { language, plural } from '@/lib/format';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { Droppable } from './Droppable';
import { kinds, type OutputKind } from './kinds';
import { languagesOf } from './languages';
import { normalisers } from './normalisers';

const descriptions: Readonly<Record<OutputKind, string>> = {
  recognition:
    'A text for each segment of the release’s audio clips: JSON lines with id and text; TSV; or Kaldi’s text. A segment that is left out counts as deleted.',
  synthesis:
    'A ZIP of WAV or FLAC files, named by segment as in the release’s audio clips. Their sound is brought to 16,000 samples a second. Below 95 % of the clips there is no mean.',
  translation:
    'A text for each row with both texts: a line each, in the order of the release; or JSON lines with row_id and text. A row that is left out counts as empty.',
};

/** Has what a system made of a release scored against it. */
export function AddOutput({ release }: { release: Release }) {
  const statistics = useRelease(release.id).data?.contents?.statistics ?? [];
  const offered = release.with_clips ? (Object.keys(kinds) as OutputKind[]) : (['translation'] as const);
  const [kind, setKind] = useState<OutputKind>(offered[0] ?? 'translation');
  const score = useScoreSystem();
  const blank = { file: null as File | null, name: '', languages: '', split: '', normaliser: 'plain' };
  const { values, change, field, rest } = useFields(blank, score.error);
  const { file, name, languages, split, normaliser } = values;
  const choices =
    kind === 'translation'
      ? languageChoices(statistics)
      : languagesOf(statistics).map((tag) => ({ value: tag, label: language(tag) }));
  const splits = splitsOf(statistics);
  const all = `All ${kinds[kind].unit}s`;
  const take = (chosen: File | null) => {
    score.reset();
    change({ file: chosen, name: name || (chosen?.name.replace(/\.[^.]*$/u, '').slice(0, 120) ?? '') });
  };
  const send = (chosen: File) =>
    score.mutate(
      { release: release.id, file: chosen, name: name.trim(), languages, split, kind, normaliser },
      { onSuccess: () => change(blank) },
    );
  return (
    <Part title="Add a system">
      <Droppable onFile={take}>
        <Form
          onSubmit={() => file && send(file)}
          error={rest}
          submit="Score"
          isPending={score.isPending}
          disabled={!file}
        >
          {offered.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label="What it is"
              data={offered.map((value) => ({ value, label: kinds[value].choice }))}
              value={kind}
              onChange={(value) => {
                setKind(value as OutputKind);
                change({ languages: '' });
              }}
            />
          )}
          <FileInput
            label="Output"
            placeholder="Drop a file, or choose it"
            required
            data-upload
            description={descriptions[kind]}
            {...field('file')}
            onChange={take}
          />
          <TextField label="Name" maxLength={120} {...field('name')} />
          {kind === 'recognition' && (
            <Select label="Normaliser" data={normalisers} allowDeselect={false} {...field('normaliser')} />
          )}
          {choices.length > 1 && (
            <Select
              label={kind === 'translation' ? 'Languages' : 'Spoken'}
              placeholder={kind === 'translation' ? plural(choices.length, 'pair') : 'The only language there is'}
              clearable
              data={choices}
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
      </Droppable>
    </Part>
  );
}
