/** Actions one by one: those that a search found, or all of them while keys are changed. */

import { type KeyboardEvent, useState } from 'react';
import { chordOf, chordText, isMac } from '@/lib/chords';
import { run } from '../editor/commands';
import { useEditor } from '../frame/context';
import { type KeySettings, keysOf, takeKey } from '../keys/dispatch';
import type { ActionId, KeyAction } from '../keys/table';
import dialog from './Dialog.module.css';
import styles from './KeysDialog.module.css';

interface Props {
  actions: readonly KeyAction[];
  changing: boolean;
  settings: KeySettings;
  store: (next: KeySettings) => void;
}

export function KeyChanges({ actions, changing, settings, store }: Props) {
  const editor = useEditor();
  const [taking, setTaking] = useState<ActionId | null>(null);
  const [said, setSaid] = useState('');
  const mac = isMac();
  const sections = [...new Set(actions.map((action) => action.section))];
  const take = (event: KeyboardEvent, id: ActionId) => {
    const chord = chordOf(event.nativeEvent, mac);
    if (!chord || chord === 'Tab' || chord === 'Shift+Tab') return;
    event.preventDefault();
    event.stopPropagation();
    const taken = takeKey(settings, id, chord);
    setSaid('refused' in taken ? `${chordText(chord, mac)}: ${taken.refused}` : '');
    if ('refused' in taken) return;
    if (taken.settings !== settings) store(taken.settings);
    setTaking(null);
  };
  return (
    <>
      <p role="status" className={dialog.said}>
        {taking ? said || 'Press the new key, or Esc to cancel.' : said}
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
        {actions.length === 0 && <p className={dialog.said}>No matching action.</p>}
      </div>
    </>
  );
}
