/** The whole key table on one screen, as it would be printed. */

import { isMac } from '@/lib/chords';
import type { KeySettings } from '../keys/dispatch';
import { chordsOf, sheetFor } from '../keys/sheet';
import type { PairKind } from '../model/types';
import styles from './KeysDialog.module.css';

export function KeySheet({ kind, settings }: { kind: PairKind; settings: KeySettings }) {
  const mac = isMac();
  return (
    <div className={styles.sheet}>
      {sheetFor(kind).map((column) => (
        <div key={column[0]?.title}>
          {column.map(({ title, lines }) => (
            <section key={title}>
              <h3>{title}</h3>
              <ul>
                {lines.map(({ label, actions }) => (
                  <li key={label}>
                    <span>
                      {chordsOf(actions, settings, mac).map((chord) => (
                        <kbd key={chord}>{chord}</kbd>
                      ))}
                    </span>
                    <span>{label}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      ))}
    </div>
  );
}
