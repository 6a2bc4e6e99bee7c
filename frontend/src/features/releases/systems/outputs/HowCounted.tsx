import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Release } from '@/features/releases/requests/releases';
import type { System } from '@/features/releases/requests/systems';
import { signaturesOf } from '@/features/releases/systems/scores';
import { count } from '@/lib/format';
import { Facts } from '@/ui/Facts';
import { Part } from '@/ui/Page';
import type { OutputKind } from './kinds';

/** What stands behind the figures: normaliser, signatures, rare words, the release. */
export function HowCounted({ release, systems }: { release: Release; systems: readonly System[] }) {
  const nRare = Math.max(0, ...systems.map(({ n_rare: n }) => n ?? 0));
  const has = (kind: OutputKind) => systems.some((system) => system.kind === kind);
  const hears = has('recognition');
  const rows = signaturesOf(systems).map(
    ({ labels, signature }) => [labels.join(', '), <code key={signature}>{signature}</code>] as [string, ReactNode],
  );
  return (
    <Part title="How it is counted">
      <Facts
        facts={[
          ...rows,
          ...(hears
            ? ([
                ['Rare words', nRare > 0 ? `${count(nRare)}, of slides and papers` : 'none known: no BWER'],
                ['BWER', 'S + D + I of rare words / rare words'],
                ['Missing segments', 'all deleted'],
              ] as [string, ReactNode][])
            : []),
          ...(has('synthesis')
            ? ([
                ['FFE', 'frames with a wrong pitch or voicing; 20 % off counts as wrong'],
                ['MCD', '13 coefficients without the 0th, frames paired by DTW'],
                ['Missing clips', 'below 95 % no mean'],
              ] as [string, ReactNode][])
            : []),
          ...(has('translation') ? ([['Missing rows', 'empty texts']] as [string, ReactNode][]) : []),
          [
            'Reference',
            <Link key="release" to={`/p/${release.project}/test-sets/releases/${release.id}`}>
              release {release.version}, {release.sha256.slice(0, 4)}…{release.sha256.slice(-2)}
            </Link>,
          ],
        ]}
      />
    </Part>
  );
}
