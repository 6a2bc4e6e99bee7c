/**
 * One open review: what the person sees and does. Commands (`commands.ts`) say what each key and button does; gestures
 * are shown here at once and travel through the exchange (`exchange.ts`).
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { isMac } from '@/lib/chords';
import { withKeys } from '../keys/sheet';
import { InvalidStep, turnsBack } from '../model/apply';
import { numberOf, open, progressOf } from '../model/document';
import { everything, type View } from '../model/filters';
import { type Gesture, isRefusal } from '../model/gesture';
import * as gestures from '../model/gestures';
import type { Content, Operation, ReviewInfo } from '../model/types';
import { wordsOf } from '../model/verbs';
import { startState } from '../sending/state';
import type { Storage } from '../sending/storage';
import { baseOf, type DraftBase, Drafts } from './drafts';
import { Exchange } from './exchange';
import { firstState } from './firstState';
import { Player } from './player';
import { type EditorState, noticeOf, readOnly } from './state';
import type { Transport } from './transport';
import { show } from './view';

/** What turning back would send in or open again as a whole. */
const borders: ReadonlySet<string> = new Set(['submit', 'reopen', 'return']);

/** What a key or a button does. */
export type Command = (editor: Editor) => void;

export class Editor {
  readonly store: StoreApi<EditorState>;
  readonly player: Player;
  /** How edits travel; what is sent, kept and in conflict is asked of it. */
  readonly exchange: Exchange;
  private readonly drafts: Drafts;
  /** What is asked for while only the server knows what the last gesture did; null where it is known. */
  private waiting: (() => void)[] | null = null;
  /** By operation, the row where the person stood when they did it: an undo leads back there. */
  private readonly stood = new Map<string, string>();

  constructor(
    info: ReviewInfo,
    content: Content,
    readonly transport: Transport,
    storage: Storage,
    view: View = everything,
    row: string | null = null,
  ) {
    const doc = open(info, content);
    this.player = new Player(doc.media);
    this.drafts = new Drafts(info.id, info.reader.id);
    const first = firstState(info, content, doc, view, row, startState(storage), this.drafts.all());
    this.store = createStore<EditorState>(() => first);
    this.exchange = new Exchange(info, doc, transport, storage, this.store, this.drafts);
  }

  get state(): EditorState {
    return this.store.getState();
  }

  /** A selection is a stretch or picked rows: choosing one ends the other. */
  set(change: Partial<EditorState>): void {
    this.store.setState('anchor' in change && !('picked' in change) ? { ...change, picked: null } : change);
  }

  /** Does something once it is known what the last gesture did; what is asked for first is done first. */
  afterwards(act: () => void): void {
    if (this.waiting) this.waiting.push(act);
    else act();
  }

  /** Returns whether something was done; the footer shows refusals. */
  do(gesture: Gesture): boolean {
    if (isRefusal(gesture)) {
      this.say(withKeys(gesture.refused, this.state.keys, isMac()), 'warn');
      return false;
    }
    const { operation, focus } = gesture;
    const reopens = turnsBack(operation) !== null || operation.steps.some((step) => step.type === 'reopen');
    const refused = readOnly(this.state);
    if (refused && !(reopens && this.state.info.can_reopen)) {
      this.say(refused, 'warn');
      return false;
    }
    if (this.waiting) {
      this.afterwards(() => this.do(gesture));
      return true;
    }
    const { doc: before, active } = this.state;
    if (active && turnsBack(operation) === null) this.stood.set(operation.id, active);
    try {
      this.exchange.add(operation);
    } catch (error) {
      if (!(error instanceof InvalidStep)) throw error;
      return this.unseen(operation);
    }
    const by = progressOf(this.state.doc).done - progressOf(before).done;
    this.set({ before, contradiction: null, nDecided: this.state.nDecided + by });
    if (focus && this.state.doc.rows.has(focus.row)) this.moveTo(focus.row, focus.chip);
    return true;
  }

  /**
   * Undo and redo; of what another page did, only the server knows the rows. To submit or reopen the review by it is asked
   * first, unless it `isSure`.
   */
  turnBack(type: 'undo' | 'redo', isSure = false): void {
    const { doc, queue, info } = this.state;
    const top = (type === 'undo' ? doc.undoStack : doc.redoStack).at(-1);
    const isSpent = type === 'redo' && queue.waiting.some((operation) => !turnsBack(operation));
    if (!top && !isSpent && queue.waiting.length > 0) {
      // For edits before those that this page has seen, the server's next answer has the top.
      this.wait((isFlushed) => {
        if (isFlushed) this.turnBack(type);
        else this.say('You can undo earlier edits once the server responds.', 'warn');
      });
      return;
    }
    if (top && !isSure && borders.has(top.verb) && (doc.state !== 'submitted' || info.can_reopen)) {
      this.set({ dialog: 'turn_back', turning: type });
      return;
    }
    const gesture = gestures.turn(doc, type, top ? this.exchange.rowsOf(top.operation) : []);
    if (!this.do(gesture) || !top || isRefusal(gesture)) return;
    this.say(`${type === 'undo' ? 'Undid' : 'Redid'}: ${wordsOf(top.verb, doc.kind)}`);
    // Where only the server knows the rows, it is gone there once it has answered.
    if (!this.waiting) this.land(top.operation, this.exchange.rowsOf(gesture.operation.id));
  }

  /** Where an edit that was turned back was made; without that, the first of the rows that it touched. */
  private land(turned: string, touched: readonly string[]): void {
    const { doc } = this.state;
    const stood = this.stood.get(turned);
    const [first] = touched.filter((id) => doc.rows.has(id)).sort((a, b) => numberOf(doc, a) - numberOf(doc, b));
    const at = stood && doc.rows.has(stood) ? stood : first;
    if (!at) return;
    this.moveTo(at, null);
    this.set({ scroll: this.scrolled('near') });
  }

  /** `found`: the rows that the view's search found, where that is a regular expression. */
  setView(view: View, matching: ReadonlySet<string> | null = null): void {
    const { doc, active, facts, again } = this.state;
    const shown = show(doc, facts, view, matching);
    const stays = active !== null && shown.visible.includes(active);
    this.set({ view, ...shown, again: view.filters.includes('unreviewed') ? null : again });
    this.moveTo(stays ? active : (shown.visible[0] ?? null), null);
    this.set({ scroll: this.scrolled('centre') });
  }

  /**
   * What is open in another row closes; a draft is kept. A row that the view leaves out is shown all the same: what is not
   * drawn can neither have the focus nor open anything.
   */
  moveTo(row: string | null, chip: string | null): void {
    const { opened, visible, doc, view } = this.state;
    if (row !== null && !visible.includes(row)) {
      const shown = new Set([...visible, row]);
      this.set({ visible: view.order === 'talk' ? doc.order.filter((id) => shown.has(id)) : [...shown] });
    }
    this.set({
      active: row,
      chip,
      anchor: null,
      caret: null,
      menu: null,
      reasonMenu: null,
      opened: opened?.row === row ? opened : null,
    });
  }

  say(text: string, tone: 'quiet' | 'warn' = 'quiet'): void {
    this.set(noticeOf(this.state, text, tone));
  }

  announce(text: string): void {
    this.set({ announced: { text, n: this.state.announced.n + 1 } });
  }

  scrolled(how: EditorState['scroll']['how']): EditorState['scroll'] {
    return { n: this.state.scroll.n + 1, how };
  }

  /** What is typed and not saved. `base`: what it begins from; by default the text that the row has at that moment. */
  draft(row: string, text: string | null, base: DraftBase | null = baseOf(this.state.doc, row)): void {
    this.drafts.put(row, text, base);
    this.set({ drafts: this.drafts.all() });
  }

  /** The version of the row that a draft was begun on, where somebody has changed the text since; else null. */
  outdatedBase(row: string): DraftBase | null {
    const begun = this.drafts.base(row);
    return begun && begun.text !== baseOf(this.state.doc, row)?.text ? begun : null;
  }

  /** The number of comments on each row. */
  countComments(comments: readonly { row: string }[]): void {
    const counts = new Map<string, number>();
    for (const { row } of comments) counts.set(row, (counts.get(row) ?? 0) + 1);
    this.exchange.countComments(counts);
  }

  close(): void {
    this.player.close();
    this.exchange.close();
  }

  private unseen(operation: Operation): boolean {
    if (!turnsBack(operation)) {
      // It was meant for the rows as they were before something that it waited for.
      this.exchange.keepTexts([operation]);
      this.say('These rows have changed. Nothing was applied.', 'warn');
      return false;
    }
    this.exchange.addUnseen(operation);
    const turned = turnsBack(operation);
    this.wait((isFlushed) => {
      if (isFlushed && turned) this.land(turned, this.exchange.rowsOf(operation.id));
    });
    return true;
  }

  /** Blocks until the server has answered; `then` runs before anything requested in the meantime. */
  private wait(then?: (isFlushed: boolean) => void): void {
    const held: (() => void)[] = [];
    this.waiting = held;
    void this.exchange.queue.flushed().then((isFlushed) => {
      this.waiting = null;
      then?.(isFlushed);
      const { opened, dialog, reasonMenu } = this.state;
      for (const act of held) {
        const now = this.state;
        // What was typed behind a key that opens something was meant for that.
        if (now.opened !== opened || now.dialog !== dialog || now.reasonMenu !== reasonMenu) return;
        // It may have to wait for the server again, and the rest for it.
        this.afterwards(act);
      }
    });
  }
}
