/** Every key, with search; here keys are changed, and letters turned off. */

import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { run } from '../editor/commands';
import { useEditor, useReview } from '../frame/context';
import { defaultSettings, isMac, type KeySettings, storeSettings } from '../keys/dispatch';
import { type ActionId, actions, type KeyAction } from '../keys/table';
import styles from './Dialog.module.css';
import { KeyChanges } from './KeyChanges';
import { KeySheet } from './KeySheet';
import { plainModal } from './modal';

export function KeysDialog() {
  const editor = useEditor();
  const opened = useReview((state) => state.dialog === 'keys');
  const kind = useReview((state) => state.doc.kind);
  const settings = useReview((state) => state.keys);
  const linear = useReview((state) => state.linear);
  const [query, setQuery] = useState('');
  const [changing, setChanging] = useState(false);
  const found = useMemo(() => search(query, kind), [query, kind]);
  const close = () => {
    setChanging(false);
    setQuery('');
    editor.set({ dialog: null, focus: editor.state.focus + 1 });
  };
  const store = (next: KeySettings) => {
    storeSettings(next);
    editor.set({ keys: next });
  };
  const header = (
    <div className={styles.keysHead}>
      <span className={styles.title} style={{ flex: 'none' }}>
        Keys
      </span>
      <TextInput
        data-autofocus
        w={262}
        leftSection={<IconSearch size={15} stroke={1.75} aria-hidden="true" />}
        aria-label="Find an action"
        placeholder="Find an action, Enter runs it"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          const first = found[0];
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !first || !query.trim()) return;
          event.preventDefault();
          close();
          run(editor, first.id as ActionId);
        }}
      />
      <span className={styles.grow} />
      <Button
        variant="subtle"
        onClick={() => {
          close();
          editor.set({ tour: 0 });
        }}
      >
        Tour
      </Button>
      {changing && (
        <Button variant="subtle" onClick={() => store(defaultSettings)}>
          Back to the first keys
        </Button>
      )}
      <Button variant="default" onClick={() => setChanging(!changing)} aria-pressed={changing}>
        {changing ? 'Done' : 'Change keys'}
      </Button>
      <Button variant="subtle" onClick={() => globalThis.print()}>
        Print
      </Button>
    </div>
  );
  return (
    <Modal
      {...plainModal}
      opened={opened}
      onClose={close}
      size={1096}
      title={header}
      classNames={{ title: styles.wholeTitle ?? '' }}
      data-dialog="keys"
    >
      {changing || query.trim() ? (
        <KeyChanges actions={found} changing={changing} settings={settings} store={store} />
      ) : (
        <KeySheet kind={kind} settings={settings} />
      )}
      <div className={styles.foot}>
        <span>
          Letters work while the rows have focus, never while you type or an input method is composing.
          {isMac() ? ' ⌘ stands for Ctrl.' : ''}
        </span>
        <Checkbox
          size="xs"
          label="Single letters are keys"
          checked={settings.letters}
          onChange={(event) => store({ ...settings, letters: event.currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label="Linear mode: accepting a row confirms all above it, logged as implicit"
          checked={linear}
          onChange={(event) => editor.set({ linear: event.currentTarget.checked })}
        />
      </div>
    </Modal>
  );
}

/** Actions by what they are called, then by section and key; the first is what Enter runs. */
function search(query: string, kind: KeyAction['only']): readonly KeyAction[] {
  const needle = query.trim().toLowerCase();
  const all = (actions as readonly KeyAction[]).filter((action) => !action.only || action.only === kind);
  const called = (action: KeyAction) => action.label.toLowerCase().indexOf(needle);
  const found = all.filter((action) =>
    `${action.label} ${action.section} ${action.keys.join(' ')}`.toLowerCase().includes(needle),
  );
  return needle ? found.sort((a, b) => Number(called(a) < 0) - Number(called(b) < 0)) : found;
}
