/**
 * Keys typed after a menu was asked for and before it holds the focus. They were meant for the menu: they wait until it
 * has the focus, and are pressed there.
 */

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** A menu that has not taken the focus by then is given it, in milliseconds. */
export const patience = 300;

export class TypeAhead {
  private keys: Key[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `isOpen`: whether the menu still stands; once it does not, the rest goes to the page. */
  constructor(private readonly isOpen: () => boolean) {
    document.addEventListener('focusin', this.look);
  }

  add({ key, code, shiftKey }: Key): void {
    this.keys.push({ key, code, shiftKey });
    this.timer ??= setTimeout(this.give, patience);
  }

  close(): void {
    clearTimeout(this.timer);
    document.removeEventListener('focusin', this.look);
  }

  private readonly look = (event: FocusEvent): void => {
    if (this.keys.length === 0 || !(event.target instanceof Element) || !event.target.closest('[role=menu]')) return;
    // What gave the menu the focus is not done yet: it may still move it to an item.
    queueMicrotask(this.press);
  };

  private readonly give = (): void => {
    const menu = document.querySelector<HTMLElement>('[role=menu]');
    (menu?.querySelector<HTMLElement>('[role=menuitem]') ?? menu)?.focus();
    this.press();
  };

  private readonly press = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { keys } = this;
    this.keys = [];
    for (const key of keys) {
      const at = this.isOpen()
        ? document.activeElement?.closest('[role=menu]') && document.activeElement
        : document.body;
      if (!at) return;
      const event = new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true });
      // A key that a script presses does not click what it is pressed on.
      if (at.dispatchEvent(event) && (key.key === 'Enter' || key.key === ' ') && at.matches('[role=menuitem]'))
        (at as HTMLElement).click();
    }
  };
}
