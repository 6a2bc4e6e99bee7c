/**
 * Keys as chords: `j`, `Shift+j`, `Mod+Enter`. `Mod` is Ctrl, on a Mac ⌘. What is pressed becomes a chord, and a chord
 * becomes the words for it, everywhere by these functions.
 */

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

type KeyEvent = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * The chord of a key, null where it is none. Letters and signs go by what the key says; where it says something outside
 * ASCII (kana, Arabic, Cyrillic layouts), and for digits, by where it is.
 */
export function chordOf(event: KeyEvent, mac: boolean): string | null {
  const mod = mac ? event.metaKey : event.ctrlKey;
  if (mac ? event.ctrlKey : event.metaKey) return null;
  let key = event.key;
  // Without Num Lock the numeric pad has arrows and End, which are no digits.
  const places = key.length === 1 ? /^(?:Digit|Numpad)(\d)$/ : /^Digit(\d)$/;
  const digit = places.exec(event.code)?.[1];
  let shift = event.shiftKey;
  if (['Shift', 'Control', 'Alt', 'Meta', 'Dead', 'Process', 'Unidentified'].includes(key)) return null;
  if (digit && (!shift || /^\d$/.test(key))) {
    key = digit;
    shift = false;
  } else if (key === ' ') key = 'Space';
  else if ([...key].length === 1) {
    const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
    if (/[^\x20-\x7e]/.test(key) && letter) key = letter;
    if (/^[a-z]$/i.test(key)) key = key.toLowerCase();
    else shift = false;
  }
  return `${mod ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key}`;
}

const words: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Delete: 'Del',
};

/** A chord in words: `Shift J`, `⌘ Enter`, `Esc`. */
export function chordText(chord: string, mac: boolean): string {
  return chord
    .split(/\+(?=.)/)
    .map((part) =>
      part === 'Mod' ? (mac ? '⌘' : 'Ctrl') : (words[part] ?? (part.length === 1 ? part.toUpperCase() : part)),
    )
    .join(' ');
}

/** Whether an input method takes the key. Safari says so of the Enter that ends a composition by its code alone. */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Input methods: while composing no key is a shortcut, and Safari sends the Enter that ended it once more. */
export class Composition {
  private ended = false;

  start(): void {
    this.ended = false;
  }

  end(): void {
    this.ended = true;
  }

  keyUp(): void {
    this.ended = false;
  }

  swallows(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode' | 'key'>): boolean {
    if (isComposing(event)) return true;
    return this.ended && (event.key === 'Enter' || event.key === 'Escape');
  }
}

/** Hears every key that is a chord, but for what input methods take. Returns what ends it. */
export function listenForChords(hear: (chord: string, event: KeyboardEvent, on: Element | null) => void): () => void {
  const composition = new Composition();
  const mac = isMac();
  const keyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || composition.swallows(event)) return;
    const chord = chordOf(event, mac);
    if (chord) hear(chord, event, event.target instanceof Element ? event.target : null);
  };
  const start = () => composition.start();
  const end = () => composition.end();
  const keyUp = () => composition.keyUp();
  document.addEventListener('keydown', keyDown);
  document.addEventListener('keyup', keyUp);
  document.addEventListener('compositionstart', start);
  document.addEventListener('compositionend', end);
  return () => {
    document.removeEventListener('keydown', keyDown);
    document.removeEventListener('keyup', keyUp);
    document.removeEventListener('compositionstart', start);
    document.removeEventListener('compositionend', end);
  };
}
