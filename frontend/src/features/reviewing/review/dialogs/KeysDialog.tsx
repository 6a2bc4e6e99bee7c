/** All keys, with search; here keys are changed, and single letters turned off. */

import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { isMac } from '@/lib/chords';
import { run } from '../editor/commands';
import { useEditor, useReview } from '../frame/context';
import { defaultSettings, type KeySettings, storeSettings } from '../keys/dispatch';
import { findActions } from '../keys/sheet';
import type { ActionId } from '../keys/table';
import { closeDialog, Dialog } from './Dialog';
import { KeyChanges } from './KeyChanges';
import { KeySheet } from './KeySheet';
import styles from './KeysDialog.module.css';

export function KeysDialog() {
  const editor = useEditor();
  const kind = useReview((state) => state.doc.kind);
  const settings = useReview((state) => state.keys);
  const [query, setQuery] = useState('');
  const [changing, setChanging] = useState(false);
  const found = useMemo(() => findActions(query, kind), [query, kind]);
  const close = () => {
    setChanging(false);
    setQuery('');
    closeDialog(editor);
  };
  const store = (next: KeySettings) => {
    storeSettings(next);
    editor.set({ keys: next });
  };
  const runFirst = () => {
    const first = query.trim() ? found[0] : undefined;
    if (!first) return false;
    close();
    run(editor, first.id as ActionId);
    return true;
  };
  return (
    <Dialog
      name="keys"
      size={1096}
      onClose={close}
      titleClass={styles.wholeTitle}
      title={
        <div className={styles.keysHead}>
          <span className={styles.name}>Keys</span>
          <FindAction query={query} setQuery={setQuery} runFirst={runFirst} />
          <span className={styles.grow} />
          <HeadButton
            onClick={() => {
              close();
              editor.set({ tour: 0 });
            }}
          >
            Tour
          </HeadButton>
          {changing && <HeadButton onClick={() => store(defaultSettings)}>Reset all keys</HeadButton>}
          <Button variant="default" onClick={() => setChanging(!changing)} aria-pressed={changing}>
            {changing ? 'Done' : 'Change keys'}
          </Button>
          <HeadButton onClick={() => globalThis.print()}>Print</HeadButton>
        </div>
      }
    >
      {changing || query.trim() ? (
        <KeyChanges actions={found} changing={changing} settings={settings} store={store} />
      ) : (
        <KeySheet kind={kind} settings={settings} />
      )}
      <KeyOptions settings={settings} store={store} />
    </Dialog>
  );
}

function HeadButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="subtle" onClick={onClick}>
      {children}
    </Button>
  );
}

interface FindActionProps {
  query: string;
  setQuery: (query: string) => void;
  /** Returns whether there was anything to run. */
  runFirst: () => boolean;
}

function FindAction({ query, setQuery, runFirst }: FindActionProps) {
  return (
    <TextInput
      data-autofocus
      w={262}
      leftSection={<IconSearch size={15} stroke={1.75} aria-hidden="true" />}
      aria-label="Find an action"
      placeholder="Find an action, Enter runs it"
      value={query}
      onChange={(event) => setQuery(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing && runFirst()) event.preventDefault();
      }}
    />
  );
}

function KeyOptions({ settings, store }: { settings: KeySettings; store: (next: KeySettings) => void }) {
  const editor = useEditor();
  const linear = useReview((state) => state.linear);
  return (
    <div className={styles.foot}>
      <span>
        Letters work while the rows have focus, never while you type or an input method is composing.
        {isMac() ? ' ⌘ stands for Ctrl.' : ''}
      </span>
      <Checkbox
        size="xs"
        label="Use single letters as keys"
        checked={settings.letters}
        onChange={(event) => store({ ...settings, letters: event.currentTarget.checked })}
      />
      <Checkbox
        size="xs"
        label="Linear mode: accepting a row also confirms all rows above it, logged as implicit"
        checked={linear}
        onChange={(event) => editor.set({ linear: event.currentTarget.checked })}
      />
    </div>
  );
}
