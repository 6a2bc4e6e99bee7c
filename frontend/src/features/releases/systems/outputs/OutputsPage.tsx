import { Group, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { type Release, useReleases } from '@/features/releases/requests/releases';
import { useSystems } from '@/features/releases/requests/systems';
import { ranked } from '@/features/releases/systems/scores';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { later } from '@/ui/later';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { AddOutput } from './AddOutput';
import { FormSwitch, isOfForm, useForm } from './FormSwitch';
import { HowCounted } from './HowCounted';
import { groupsOf, isOutput } from './kinds';
import { OutputKeys } from './OutputKeys';
import { OutputTable } from './OutputTable';

const HeardSegments = later('the segments', async () => (await import('./HeardSegments')).HeardSegments);

/** What systems made of a release: texts, and what recognisers heard, word by word. */
export function OutputsPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const isReader = may(role, 'systems', 'list');
  const releases = useReleases(slug);
  const params = useAddressParams();
  const choose = useChooseParams();
  const made = releases.data?.filter(({ state }) => isMade(state)) ?? [];
  const release = made.find(({ id }) => String(id) === params.get('release')) ?? made[0];
  return (
    <Page
      title="Outputs"
      guide="researcher#outputs-of-systems"
      lead="What systems made of a release: texts for its rows, what was heard in its segments, and speech made from them."
      aside={release && isReader && <Beside release={release} mayAdd={may(role, 'systems', 'create')} />}
    >
      {tabs}
      {role && !isReader && <p className="soft">Outputs are not shown to annotators.</p>}
      {isReader && (
        <Part title="Against">
          <Pending of={releases} what="releases" />
          {releases.data && !release && (
            <p className="soft">
              No release yet. Release a test set, with “Audio clips” if recognisers are to be scored.
            </p>
          )}
          {release && (
            <Group gap={16}>
              <Select
                aria-label="Release"
                w={320}
                allowDeselect={false}
                data={made.map((each) => ({ value: String(each.id), label: `${each.title} ${each.version}` }))}
                value={String(release.id)}
                onChange={(id) => choose({ release: id, output: null, talk: null })}
              />
              <Forms release={release} />
            </Group>
          )}
        </Part>
      )}
      {isReader && release && <Scored release={release} mayChange={may(role, 'systems', 'destroy')} />}
    </Page>
  );
}

const isMade = (state: string) => state === 'frozen' || state === 'withdrawn';

function useOutputs(release: Release) {
  const query = useSystems(release.id);
  return { query, systems: ranked((query.data ?? []).filter(isOutput)) };
}

function Forms({ release }: { release: Release }) {
  return <FormSwitch systems={useOutputs(release).systems} />;
}

function Beside({ release, mayAdd }: { release: Release; mayAdd: boolean }) {
  const { systems } = useOutputs(release);
  return (
    <>
      {mayAdd && release.state === 'frozen' && <AddOutput key={release.id} release={release} />}
      <HowCounted release={release} systems={systems} />
    </>
  );
}

function Scored({ release, mayChange }: { release: Release; mayChange: boolean }) {
  const { query, systems } = useOutputs(release);
  const params = useAddressParams();
  const open = systems.find(({ id }) => String(id) === params.get('output'));
  const talk = Number(params.get('talk'));
  const mayAdd = mayChange && release.state === 'frozen';
  const { form } = useForm(systems);
  const groups = groupsOf(systems.filter((system) => isOfForm(system, form)));
  return (
    <>
      {systems.length === 0 && (
        <Part title="Systems">
          <Pending of={query} what="the outputs" />
          {query.isSuccess && <p className="soft">No output yet.</p>}
        </Part>
      )}
      {groups.map((group) => (
        <OutputTable key={group.title} of={group} release={release} open={open} mayChange={mayChange} />
      ))}
      {open?.kind === 'recognition' && talk > 0 && (
        <HeardSegments key={`${open.id} ${talk}`} system={open} talk={talk} />
      )}
      <OutputKeys systems={groups.flatMap((group) => group.systems)} mayAdd={mayAdd} />
    </>
  );
}
