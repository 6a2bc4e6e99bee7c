import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { type Preset, useChangePreset, usePresets, useRemovePreset } from '@/api/presets';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { date, figure, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Page } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { TextField } from '@/ui/TextField';
import classes from './Presets.module.css';

/** The presets of a project: which options new runs use, and where they come from. */
export function PresetsPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const presets = usePresets(slug);
  return (
    <Page
      title="Presets"
      guide="admin#tuning-and-presets"
      lead="Named sets of engine options. New runs use the selected one; existing runs do not change."
    >
      {tabs}
      <div className={classes.list}>
        <Pending of={presets} what="presets" />
        {presets.data?.results.length === 0 && (
          <p>
            No presets yet. <Link to={`/p/${slug}/summaries/evaluation`}>Tuning</Link> makes them from reviewed talks.
          </p>
        )}
        <ul>
          {presets.data?.results.map((preset) => (
            <PresetItem key={preset.id} preset={preset} mayChange={may(role, 'presets', 'partial_update')} />
          ))}
        </ul>
      </div>
    </Page>
  );
}

function PresetItem({ preset, mayChange }: { preset: Preset; mayChange: boolean }) {
  const [name, setName] = useState<string | null>(null);
  const change = useChangePreset();
  const remove = useRemovePreset();
  const error = change.error ?? remove.error;
  return (
    <li>
      <div className={classes.head}>
        {name === null ? (
          <h2 dir="auto">{preset.name}</h2>
        ) : (
          <form
            className={classes.head}
            aria-label={`Rename ${preset.name}`}
            onSubmit={(event) => {
              event.preventDefault();
              change.mutate({ id: preset.id, name }, { onSuccess: () => setName(null) });
            }}
          >
            <TextField label="Name" maxLength={80} value={name} onChange={setName} />
            <Button type="submit" loading={change.isPending}>
              Rename
            </Button>
            <Button onClick={() => setName(null)}>Cancel</Button>
          </form>
        )}
        {preset.is_default && <b className={classes.state}>New runs use it</b>}
      </div>
      <p>
        {preset.engine_label}:{' '}
        {Object.entries(preset.options)
          .map(([option, value]) => `${option} ${String(value)}`)
          .join(', ') || 'all options as the engine has them'}
      </p>
      <p className="soft">{origin(preset)}</p>
      {mayChange && (
        <Group gap="8px 12px" align="flex-end">
          <Button
            loading={change.isPending}
            onClick={() => change.mutate({ id: preset.id, is_default: !preset.is_default })}
          >
            {preset.is_default ? 'Stop using' : 'Use for new runs'}
          </Button>
          {name === null && <Button onClick={() => setName(preset.name)}>Rename</Button>}
          <AskFirst
            verb="Delete"
            label={`Delete ${preset.name}`}
            question={
              preset.is_default ? 'New runs go back to what they used before it.' : 'Runs made with it are kept.'
            }
            yes="Delete preset"
            isPending={remove.isPending}
            onYes={() => remove.mutate(preset.id)}
          />
        </Group>
      )}
      {error && <ErrorNote error={error} />}
    </li>
  );
}

function origin({ provenance, created_by: by, created_at: at }: Preset): string {
  const who = by ? ` by ${by.name}` : '';
  if (!provenance) return `Added${who} on ${date(at)}`;
  const figures = `link F1 ${figure(provenance.f1, 3)} on held-out talks, ${figure(provenance.current_f1, 3)} before`;
  return `From the search of ${date(provenance.at)} on ${plural(provenance.n_talks, 'talk')}: ${figures}. Added${who}`;
}
