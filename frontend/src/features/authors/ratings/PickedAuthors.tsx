import { Button } from '@mantine/core';
import type { Invitation } from '@/api/types';
import { plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { BulkBar } from '@/ui/BulkBar';
import { Key, shortcutOf } from '@/ui/Keys';
import { keys, rowAct } from './states';
import type { LinkActs } from './useLinkActs';

interface PickedAuthorsProps {
  picked: readonly Invitation[];
  acts: LinkActs;
  sendsEmail: boolean;
  onClear: () => void;
}

/** What can be done with the links of the selected authors. */
export function PickedAuthors({ picked, acts, sendsEmail, onClear }: PickedAuthorsProps) {
  const authors = plural(picked.length, 'author');
  return (
    <BulkBar label="Selected authors" chosen={<b>{authors}</b>} clearKeys={keys.clear} onClear={onClear}>
      <Button
        variant="filled"
        loading={acts.isActing}
        onClick={() => acts.run('remind', picked)}
        aria-keyshortcuts={shortcutOf(keys.remind)}
      >
        Remind <Key of={keys.remind} />
      </Button>
      {picked.some((each) => rowAct(each, sendsEmail) === 'send') && (
        <Button onClick={() => acts.run('send', picked)}>Send</Button>
      )}
      <Button onClick={() => void acts.copy(picked)} aria-keyshortcuts={shortcutOf(keys.copy)}>
        Copy links <Key of={keys.copy} />
      </Button>
      <Button onClick={() => acts.run('extend', picked)}>Extend</Button>
      <AskFirst
        verb="Revoke"
        label="Revoke the links of the selected authors"
        question={`${authors} will no longer be able to answer, and answers already sent won’t count.`}
        yes="Revoke"
        isPending={acts.isActing}
        onYes={() => acts.run('revoke', picked)}
      />
    </BulkBar>
  );
}
