/** Every key, with search; here keys are changed, and letters turned off. */

import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { chordOf, clash, defaultSettings, isMac, type KeySettings, keysOf, storeSettings } from '../keys/dispatch';
import { type ActionId, actions, chordText, type KeyAction } from '../keys/table';
import { run } from '../session/commands';
import { useReview, useReviewSession } from './context';
import styles from './dialogs.module.css';

export function KeysDialog() {
  const session = useReviewSession();
  const opened = useReview((state) => state.dialog === 'keys');
  const kind = useReview((state) => state.doc.kind);
  const settings = useReview((state) => state.keys);
  const linear = useReview((state) => state.linear);
  const [query, setQuery] = useState('');
  const [changing, setChanging] = useState(false);
  const [taking, setTaking] = useState<ActionId | null>(null);
  const [said, setSaid] = useState('');
  const mac = isMac();
  const found = useMemo(() => {
    const needle = query.trim().toLowerCase();
    return (actions as readonly KeyAction[]).filter(
      (action) =>
        (!action.only || action.only === kind) &&
        `${action.label} ${action.section} ${action.keys.join(' ')}`.toLowerCase().includes(needle),
    );
  }, [query, kind]);
  const sections = [...new Set(found.map((action) => action.section))];
  const close = () => {
    setTaking(null);
    setChanging(false);
    session.set({ dialog: null, focus: session.state.focus + 1 });
  };
  const store = (next: KeySettings) => {
    storeSettings(next);
    session.set({ keys: next });
  };
  const take = (event: KeyboardEvent, id: ActionId) => {
    const chord = chordOf(event.nativeEvent, mac);
    if (!chord || chord === 'Tab' || chord === 'Shift+Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (chord === 'Escape') {
      setTaking(null);
      setSaid('');
      return;
    }
    const why = clash(chord, id, settings.bindings);
    if (why) {
      setSaid(`${chordText(chord, mac)}: ${why}`);
      return;
    }
    store({ ...settings, bindings: { ...settings.bindings, [id]: [chord] } });
    setTaking(null);
    setSaid('');
  };
  const header = (
    <div className={styles.keysHead}>
      <span className={styles.title} style={{ flex: 'none' }}>
        Keys
      </span>
      <TextInput
        data-autofocus
        w={260}
        aria-label="Find an action"
        placeholder="Find an action, Enter runs it"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          const first = found[0];
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !first || !query) return;
          event.preventDefault();
          close();
          run(session, first.id as ActionId);
        }}
      />
      <Button variant="default" onClick={() => setChanging(!changing)} aria-pressed={changing}>
        {changing ? 'Done' : 'Change keys'}
      </Button>
      {changing && (
        <Button variant="subtle" onClick={() => store(defaultSettings)}>
          Back to the first keys
        </Button>
      )}
      <Button variant="subtle" onClick={() => globalThis.print()}>
        Print
      </Button>
      <span role="status" className={styles.said}>
        {taking && !said ? 'Press the new key, Esc leaves it.' : said}
      </span>
    </div>
  );
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={1096}
      title={header}
      classNames={{ title: styles.title ?? '' }}
      data-dialog="keys"
    >
      <div className={styles.keys}>
        {sections.map((section) => (
          <section key={section}>
            <h3>{section}</h3>
            <ul>
              {found
                .filter((action) => action.section === section)
                .map((action) => {
                  const keys = keysOf(action, settings.bindings).map((chord) => (
                    <kbd key={chord}>{chordText(chord, mac)}</kbd>
                  ));
                  const id = action.id as ActionId;
                  return (
                    <li key={id}>
                      {changing ? (
                        <button
                          type="button"
                          aria-pressed={taking === id}
                          aria-label={`Change the key of ${action.label}`}
                          onClick={() => setTaking(id)}
                          onKeyDown={(event) => taking === id && take(event, id)}
                        >
                          {keys}
                        </button>
                      ) : (
                        <span>{keys}</span>
                      )}
                      <span>{action.label}</span>
                    </li>
                  );
                })}
            </ul>
          </section>
        ))}
        {found.length === 0 && <p className={styles.said}>No action is called that.</p>}
      </div>
      <div className={styles.foot}>
        <span>Letters work while the rows have focus, never while you type or an input method is composing.</span>
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
          onChange={(event) => session.set({ linear: event.currentTarget.checked })}
        />
      </div>
    </Modal>
  );
}
