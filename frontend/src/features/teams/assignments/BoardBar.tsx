import { Button, Menu } from '@mantine/core';
import { plural } from '@/lib/format';
import { BulkBar } from '@/ui/BulkBar';
import { Key, shortcutOf } from '@/ui/Keys';
import type { ChosenPairs } from './requests';
import type { Sum } from './selection';
import type { BoardActions } from './useActions';
import { keys, priorities } from './words';

interface BoardBarProps {
  sum: Sum;
  chosen: ChosenPairs;
  actions: BoardActions;
  isChoosing: boolean;
  onChoosing: (isChoosing: boolean) => void;
  onClear: () => void;
}

/** The actions on the selected pairs. */
export function BoardBar({ sum, chosen, actions: { ask, run, pendingVerb }, ...props }: BoardBarProps) {
  const { isChoosing, onChoosing, onClear } = props;
  return (
    <BulkBar
      label="Selected pairs"
      chosen={
        <>
          <b>{plural(sum.nPairs, 'pair')}</b>{' '}
          <span className="soft num">
            {plural(sum.nRows, 'row')}, {plural(sum.nFree, 'free review')}
          </span>
        </>
      }
      clearKeys={keys.clear}
      onClear={onClear}
    >
      <Button variant="filled" onClick={() => ask({ what: 'assign' })} aria-keyshortcuts={shortcutOf(keys.assign)}>
        Assign… <Key of={keys.assign} />
      </Button>
      <Button onClick={() => ask({ what: 'reassign' })} aria-keyshortcuts={shortcutOf(keys.reassign)}>
        Reassign… <Key of={keys.reassign} />
      </Button>
      <Menu opened={isChoosing} onChange={onChoosing} position="bottom-start">
        <Menu.Target>
          <Button aria-keyshortcuts={shortcutOf(keys.priority)}>
            Priority <Key of={keys.priority} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {priorities.map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => run({ verb: 'prioritise', priority: value, ...chosen })}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button onClick={() => ask({ what: 'plan' })}>Due, reviews…</Button>
      <Button loading={pendingVerb === 'withdraw'} onClick={() => run({ verb: 'withdraw', ...chosen })}>
        Return to queue
      </Button>
    </BulkBar>
  );
}
