import { useState } from 'react';
import classes from '@/features/releases/Release.module.css';
import type { ReleaseDetail } from '@/features/releases/requests/releases';
import { useCopy } from '@/lib/useCopy';
import { type PageKeys, usePageKeys } from '@/lib/usePageKeys';
import { KeyLine } from '@/ui/Keys';
import { citation } from './citation';

const keys = { citation: ['c'], hash: ['h'], checksums: ['d'] } satisfies PageKeys;
const words = { citation: 'Citation', hash: 'Hash', checksums: 'Checksums' };
type Copied = keyof typeof keys;

/** What a key copies of a release, and what was copied. */
export function ReleaseKeys({ release, project }: { release: ReleaseDetail; project: string }) {
  const { state, copy } = useCopy();
  const [what, setWhat] = useState<Copied>('citation');
  const texts: Record<Copied, () => string> = {
    citation: () => citation(project, release),
    hash: () => release.sha256,
    checksums: () => checksumsOf(release),
  };
  const act = (one: Copied) => () => {
    setWhat(one);
    void copy(texts[one]());
  };
  usePageKeys(keys, { citation: act('citation'), hash: act('hash'), checksums: act('checksums') });
  return (
    <div className={classes.keys}>
      <KeyLine
        of={[
          ['copy citation', keys.citation],
          ['copy hash', keys.hash],
          ['copy checksums', keys.checksums],
        ]}
      />
      <span role="status">
        {state === 'copied' && `${words[what]} copied`}
        {state === 'failed' && `Couldn’t copy the ${words[what].toLowerCase()}`}
      </span>
    </div>
  );
}

/** As `sha256sum --check` reads them. */
function checksumsOf({ files }: ReleaseDetail): string {
  return [...files]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ sha256, name }) => `${sha256}  ${name}\n`)
    .join('');
}
