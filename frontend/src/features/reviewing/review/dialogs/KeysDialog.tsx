/** All keys, with search; here keys are changed, and single letters turned off. */

import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { chordOf, chordText, isComposing, isMac } from '@/lib/chords';
import { KeyList } from '@/ui/large/KeyList';
import { run } from '../editor/commands';
import { useEditor, useReview } from '../frame/context';
import { defaultSettings, type KeySettings, keysOf, storeSettings, takeKey } from '../keys/dispatch';
import { chordsOf, findActions, sheetFor } from '../keys/sheet';
import type { ActionId, KeyAction } from '../keys/table';
import type { PairKind } from '../model/types';
import { closeDialog, Dialog } from './Dialog';
import styles from './KeysDialog.module.css';

export function KeysDialog() {
  const editor = useEditor();
  const kind = useReview((state) => state.doc.kind);
  const settings = useReview((state) => state.keys);
  const [query, setQuery] = useState('');
  const [changing, setChanging] = useState(false);
  const matching = useMemo(() => findActions(query, kind), [query, kind]);
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
    const first = query.trim() ? matching[0] : undefined;
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
      titleClass="grow"
      title={
        <div className={styles.keysHead}>
          <span className={styles.name}>Keys</span>
          <FindAction query={query} setQuery={setQuery} runFirst={runFirst} />
          <span className="grow" />
          <HeadButton
            onClick={() => {
              close();
              editor.set({ tour: 0 });
            }}
          >
            Tour
          </HeadButton>
          {changing && <HeadButton onClick={() => store(defaultSettings)}>Reset all keys</HeadButton>}
          <Button onClick={() => setChanging(!changing)} aria-pressed={changing}>
            {changing ? 'Done' : 'Change keys'}
          </Button>
          <HeadButton onClick={() => globalThis.print()}>Print</HeadButton>
        </div>
      }
    >
      {changing || query.trim() ? (
        <KeyChanges actions={matching} changing={changing} settings={settings} store={store} />
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
        if (event.key === 'Enter' && !isComposing(event.nativeEvent) && runFirst()) event.preventDefault();
      }}
    />
  );
}

function KeyOptions({ settings, store }: { settings: KeySettings; store: (next: KeySettings) => void }) {
  const editor = useEditor();
  const linear = useReview((state) => state.linear);
  // It would settle the regions above, as one of the reviews has them.
  const isAdjudication = useReview(({ info }) => info.kind === 'adjudication');
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
      {!isAdjudication && (
        <Checkbox
          size="xs"
          label="Linear mode: accepting a row also confirms all rows above it, logged as implicit"
          checked={linear}
          onChange={(event) => editor.set({ linear: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

/** The whole key table on one screen, as it would be printed. */
function KeySheet({ kind, settings }: { kind: PairKind; settings: KeySettings }) {
  const mac = isMac();
  return (
    <div className={styles.sheet}>
      {sheetFor(kind).map((column) => (
        <div key={column[0]?.title}>
          {column.map(({ title, lines }) => (
            <KeyList
              key={title}
              title={title}
              lines={lines.map(({ label, actions }) => ({ label, chords: chordsOf(actions, settings, mac) }))}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface KeyChangesProps {
  actions: readonly KeyAction[];
  changing: boolean;
  settings: KeySettings;
  store: (next: KeySettings) => void;
}

/** Actions one by one: those that a search found, or all of them while keys are changed. */
function KeyChanges({ actions, changing, settings, store }: KeyChangesProps) {
  const editor = useEditor();
  const [taking, setTaking] = useState<ActionId | null>(null);
  const [announced, setAnnounced] = useState('');
  const mac = isMac();
  const sections = [...new Set(actions.map((action) => action.section))];
  const take = (event: KeyboardEvent, id: ActionId) => {
    const chord = chordOf(event.nativeEvent, mac);
    if (!chord || chord === 'Tab' || chord === 'Shift+Tab') return;
    event.preventDefault();
    event.stopPropagation();
    const taken = takeKey(settings, id, chord);
    setAnnounced('refused' in taken ? `${chordText(chord, mac)}: ${taken.refused}` : '');
    if ('refused' in taken) return;
    if (taken.settings !== settings) store(taken.settings);
    setTaking(null);
  };
  return (
    <>
      <p role="status" className="soft">
        {taking ? announced || 'Press the new key, or Esc to cancel.' : announced}
      </p>
      <div className={styles.keys}>
        {sections.map((section) => (
          <section key={section}>
            <h3>{section}</h3>
            <ul>
              {actions
                .filter((action) => action.section === section)
                .map((action) => {
                  const id = action.id as ActionId;
                  const keys = keysOf(action, settings.bindings).map((chord) => (
                    <kbd key={chord}>{chordText(chord, mac)}</kbd>
                  ));
                  return (
                    <li key={id} data-first={!changing && action === actions[0]}>
                      {changing ? (
                        <>
                          <button
                            type="button"
                            aria-pressed={taking === id}
                            aria-label={`Change the key of ${action.label}`}
                            onClick={() => setTaking(id)}
                            onKeyDown={(event) => taking === id && take(event, id)}
                          >
                            {keys}
                          </button>
                          <span>{action.label}</span>
                        </>
                      ) : (
                        <>
                          <span>{keys}</span>
                          <button
                            type="button"
                            onClick={() => {
                              editor.set({ dialog: null, focus: editor.state.focus + 1 });
                              run(editor, id);
                            }}
                          >
                            {action.label}
                          </button>
                        </>
                      )}
                    </li>
                  );
                })}
            </ul>
          </section>
        ))}
        {actions.length === 0 && <p className="soft">No matching action.</p>}
      </div>
    </>
  );
}
