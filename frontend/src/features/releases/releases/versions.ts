/** The numbers that the next release of a test set may have, as the server gives them. */

import type { Release } from '@/features/releases/requests/releases';

export function nextVersions(releases: readonly Pick<Release, 'version' | 'state'>[]): {
  minor: string;
  major: string;
} {
  let last: [number, number] | null = null;
  for (const { version, state } of releases) {
    if (state === 'failed') continue;
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (last === null || major > last[0] || (major === last[0] && minor > last[1])) last = [major, minor];
  }
  if (last === null) return { minor: '1.0', major: '1.0' };
  return { minor: `${last[0]}.${last[1] + 1}`, major: `${last[0] + 1}.0` };
}
