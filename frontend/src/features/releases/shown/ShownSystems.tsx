import { SystemsTable } from '@/features/releases/systems/SystemsTable';
import { ranked } from '@/features/releases/systems/scores';
import { Part } from '@/ui/Page';
import type { ShownRelease } from './requests';

/** Systems scored on the release, where its admin shows them. */
export function ShownSystems({ systems }: Pick<ShownRelease, 'systems'>) {
  return (
    <Part title="Systems" note={systems.length > 0 && '95 % intervals from 1,000 samples'}>
      {systems.length > 0 ? (
        <SystemsTable systems={ranked(systems)} nameOf={({ name }) => <span dir="auto">{name}</span>} />
      ) : (
        <p className="soft">No system has been scored on this release yet.</p>
      )}
    </Part>
  );
}
