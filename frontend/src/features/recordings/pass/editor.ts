/** An open pass: what is answered, what is undone, which mask is open, and the queue that sends it all. No React here. */

import { createStore } from 'zustand/vanilla';
import { OperationQueue } from '@/api/sending/queue';
import { type QueueState, startState } from '@/api/sending/state';
import type { Storage } from '@/api/sending/storage';
import { announceTab, livingTabs } from '@/api/sending/tabs';
import { Sound } from '@/lib/sound';
import { stored, store as storeHere } from '@/lib/stored';
import { type Draft, type Drafts, keepDraft, noDraft, readDrafts, withDraft } from './drafts';
import { type Answers, digitAsWord, type Layers, layersFrom, nextIn, numberOf, startOf, taken } from './model';
import {
  type Answer,
  type ConflictBody,
  getPass,
  type Line,
  type Operation,
  type Outcome,
  type PassContent,
  sendOperations,
} from './requests';

interface Entry {
  mask: string;
  before: Answer | null;
  after: Answer | null;
}

type Found = Pick<Answer, 'choice' | 'text'> & Partial<Pick<Answer, 'written' | 'written_by_hand'>>;

export interface PassState {
  answers: Answers;
  queue: QueueState<Operation, ConflictBody>;
  undo: readonly Entry[];
  redo: readonly Entry[];
  /** The number of the open mask. */
  active: number;
  drafts: Drafts;
  /** Counts requests to focus the field of the open mask; 0 when it was opened without one. */
  focus: number;
  /** Of the field of the written form, which is open by that, or where something is typed in it. */
  focusWritten: number;
  said: string;
  heard: ReadonlySet<string>;
  /** Whether taking an answer plays the next span. */
  playsNext: boolean;
  /** Whether a span has to be heard before it is answered. */
  asksToHear: boolean;
  layers: Layers;
  total: number;
}

const newId = () => crypto.randomUUID();

export class PassEditor {
  readonly store;
  readonly queue: OperationQueue<Operation, Outcome, ConflictBody>;
  readonly sound: Sound;
  readonly numbers: ReadonlyMap<string, number>;
  private readonly tab = newId();
  private readonly leave: () => void;
  private bases: Map<string, string | null>;
  private openedAt = Date.now();

  constructor(
    readonly pass: PassContent,
    readonly person: number,
    storage: Storage<Operation>,
    sound = new Sound(pass.document.media_url),
  ) {
    this.sound = sound;
    this.numbers = numberOf(pass.masks);
    this.leave = announceTab(this.tab);
    this.bases = new Map(pass.answers.map(({ mask, base }) => [mask, base]));
    const answers = new Map(pass.answers.flatMap(({ mask, answer }) => (answer ? [[mask, answer] as const] : [])));
    this.store = createStore<PassState>(() => ({
      answers,
      queue: startState(storage),
      undo: pass.undo,
      redo: pass.redo,
      active: Math.max(0, nextIn(pass.masks, answers, -1)),
      drafts: readDrafts(pass.id, person),
      focus: 0,
      focusWritten: 0,
      said: '',
      heard: new Set(),
      playsNext: stored('pass-plays-next') !== false,
      asksToHear: stored('pass-asks-to-hear') !== false,
      layers: layersFrom(stored('pass-layers')),
      total: pass.revision,
    }));
    this.queue = new OperationQueue({ review: pass.id, tab: this.tab, by: person }, storage, {
      send: (operations, signal) => sendOperations(pass.id, person, operations, signal),
      acknowledged: (sent, outcome) => this.take(sent, outcome),
      partly: () => undefined,
      rejected: (operation, detail) => void this.refresh(operation.mask, detail),
      setAside: (operation) => void this.refresh(operation.mask, 'The server could not save an answer.'),
      isServerWell: () =>
        getPass(pass.id).then(
          () => true,
          () => false,
        ),
      change: (queue) => this.store.setState({ queue }),
    });
  }

  get state(): PassState {
    return this.store.getState();
  }

  get isSecond(): boolean {
    return this.pass.kind === 'second';
  }

  get mask() {
    return this.pass.masks[this.state.active];
  }

  /** Shows and sends the answers that closed tabs left unsent. */
  async start(): Promise<void> {
    for (const operation of await this.queue.adopt(await livingTabs())) this.show(operation);
    this.queue.wake();
  }

  close(): void {
    this.queue.close();
    this.sound.close();
    this.leave();
  }

  open(active: number, focus = false): void {
    const { masks } = this.pass;
    const to = Math.min(masks.length - 1, Math.max(0, active));
    this.openedAt = Date.now();
    this.store.setState((was) => ({
      active: to,
      said: '',
      focus: focus ? was.focus + 1 : 0,
      focusWritten: 0,
    }));
  }

  say(said: string): void {
    this.store.setState({ said });
  }

  goOn(): void {
    const { answers, active } = this.state;
    const next = nextIn(this.pass.masks, answers, active);
    if (this.pass.masks.every(({ code }) => answers.has(code))) this.say('All are filled. Submit the pass.');
    this.open(next);
  }

  takeSide(side: 'a' | 'b'): void {
    const found = this.mask && taken(this.mask, side);
    if (found) this.answer(found);
    else this.say(side === 'b' ? 'There is no first answer.' : 'There is nothing to take.');
  }

  takeText(text: string): void {
    this.answer({ choice: 'typed', text });
  }

  choose(choice: 'unintelligible' | 'nothing'): void {
    this.answer({ choice, text: '' });
  }

  /** Opens the field of the written form; an answer comes first, as the written form hangs on it. */
  openWritten(): void {
    const known = this.mask && this.state.answers.get(this.mask.code);
    if (!known?.text) {
      this.say('Save the spoken words first: the written form is made of them.');
      return;
    }
    this.store.setState((was) => ({ focusWritten: was.focusWritten + 1 }));
  }

  write(written: string): void {
    const saved = this.state.answers.get(this.mask?.code ?? '')?.written ?? '';
    this.store.setState((was) => ({ focusWritten: Math.max(1, was.focusWritten) }));
    this.keep({ written: written === saved ? null : written });
  }

  draft(text: string): void {
    const { mask } = this;
    const saved = mask && startOf(mask, this.state.answers.get(mask.code));
    this.keep({ text: text === saved ? null : text });
  }

  /** What is typed at the open mask and not saved. */
  private get draftThere(): Draft {
    return this.state.drafts.get(this.mask?.code ?? '') ?? noDraft;
  }

  /** Keeps what is typed at the open mask, also for when the page is opened again. */
  private keep(change: Partial<Draft>): void {
    const { mask } = this;
    if (!mask) return;
    const draft = { ...this.draftThere, ...change };
    this.store.setState(({ drafts }) => ({ drafts: withDraft(drafts, mask.code, draft) }));
    keepDraft(this.pass.id, this.person, mask.code, draft);
  }

  save(): void {
    const { mask, state } = this;
    if (!mask) return;
    const draft = this.draftThere;
    const text = (draft.text ?? startOf(mask, state.answers.get(mask.code))).trim();
    if (text === '') {
      this.say('An answer has words. Press 0 if nothing was said.');
      return;
    }
    const written = draft.written?.trim();
    const known = state.answers.get(mask.code);
    const kept = known?.written_by_hand ? { written: known.written, written_by_hand: true } : {};
    const byHand = written ? { written, written_by_hand: true } : kept;
    const side = text === mask.a ? 'a' : text === mask.b ? 'b' : 'typed';
    this.answer({ choice: side, text, ...byHand });
  }

  flag(): void {
    const { mask } = this;
    const known = mask && this.state.answers.get(mask.code);
    if (mask && known) this.push(mask.code, { ...known, is_flagged: !known.is_flagged }, 'answer');
    else this.say('Answer the mask before you flag it.');
  }

  private answer(found: Found): void {
    const { mask, state } = this;
    if (!mask) return;
    if (this.isSecond && state.asksToHear && this.sound.has && !state.heard.has(mask.code)) {
      this.say('Play the span first (P).');
      return;
    }
    const known = state.answers.get(mask.code);
    const spent = Math.max(0, Math.round(Date.now() - this.openedAt));
    this.push(
      mask.code,
      {
        written: '',
        written_by_hand: false,
        is_stale: false,
        ...found,
        milliseconds: (known?.milliseconds ?? 0) + spent,
        heard: state.heard.has(mask.code) || (known?.heard ?? false),
        is_flagged: known?.is_flagged ?? false,
      },
      'answer',
    );
    this.keep(noDraft);
    this.goOn();
    if (state.playsNext) this.play();
  }

  step(verb: 'undo' | 'redo'): void {
    const entry = this.state[verb].at(-1);
    if (!entry) {
      this.say(`There is nothing to ${verb}.`);
      return;
    }
    this.push(entry.mask, verb === 'undo' ? entry.before : entry.after, verb);
    this.open(this.numbers.get(entry.mask) ?? 0);
  }

  private push(mask: string, answer: Answer | null, verb: Operation['verb']): void {
    const operation: Operation = { id: newId(), mask, verb, answer, base: this.bases.get(mask) ?? null };
    this.show(operation);
    this.queue.add(operation);
  }

  /** As if it were saved. */
  private show({ id, mask, verb, answer }: Operation): void {
    const { answers, undo, redo } = this.state;
    const next = new Map(answers);
    const before = answers.get(mask) ?? null;
    if (answer) next.set(mask, answer);
    else next.delete(mask);
    this.bases.set(mask, id);
    this.store.setState({
      answers: next,
      undo: verb === 'undo' ? undo.slice(0, -1) : [...undo, { mask, before, after: answer }],
      redo:
        verb === 'redo' ? redo.slice(0, -1) : verb === 'undo' ? [...redo, { mask, before: answer, after: before }] : [],
    });
  }

  /** What the server has, but for masks with answers that still wait. */
  private take(sent: readonly Operation[], outcome: Outcome): void {
    const done = new Set(sent.map(({ id }) => id)); // the state of the queue still has them
    const waiting = new Set(this.state.queue.waiting.filter(({ id }) => !done.has(id)).map(({ mask }) => mask));
    const next = new Map(this.state.answers);
    for (const { mask, base, answer } of outcome.answers) {
      if (waiting.has(mask)) continue;
      if (answer) next.set(mask, answer);
      else next.delete(mask);
      this.bases.set(mask, base);
    }
    this.store.setState({ answers: next, total: outcome.revision });
  }

  private async refresh(mask: string, said: string): Promise<void> {
    this.say(`Not saved: ${said}`);
    const fresh = await getPass(this.pass.id).catch(() => null);
    const there = fresh?.answers.find((one) => one.mask === mask);
    this.setThere(mask, there?.base ?? null, there?.answer ?? null);
  }

  private setThere(mask: string, base: string | null, answer: Answer | null): void {
    const next = new Map(this.state.answers);
    if (answer) next.set(mask, answer);
    else next.delete(mask);
    this.bases.set(mask, base);
    this.store.setState({ answers: next });
  }

  /** Ends a conflict with one's own answer, or with the one that is there. */
  resolve(taken: 'mine' | 'theirs'): void {
    const { conflict, waiting } = this.state.queue;
    if (!conflict) return;
    const { operation, body } = conflict;
    const others = waiting.filter(({ id }) => id !== operation.id);
    if (taken === 'mine') {
      this.queue.settle({ ...operation, base: body.base }, others);
      return;
    }
    // What builds on the answer that is given up goes with it.
    this.queue.settle(
      null,
      others.filter(({ mask }) => mask !== operation.mask),
    );
    this.setThere(operation.mask, body.base, body.answer);
  }

  private lineOf(code: string): Line | undefined {
    return this.pass.lines.find(({ parts }) => parts.some(({ mask }) => mask === code));
  }

  play(): void {
    const { mask, sound } = this;
    if (!mask || !sound.has) return;
    const line = sound.state.loop === 'line' ? this.lineOf(mask.code) : undefined;
    sound.play(line ?? mask, () =>
      this.store.setState(({ heard }) => ({ heard: new Set(heard).add(mask.code), said: '' })),
    );
  }

  playOrPause(): void {
    if (!this.sound.has) {
      this.say('There is no recording.');
      return;
    }
    if (this.sound.state.on) this.sound.pause();
    else this.play();
  }

  toggleLoop(): void {
    this.sound.setLoop(this.sound.state.loop === 'span' ? 'off' : 'span');
    if (!this.sound.state.on) this.play();
  }

  goToTime(seconds: number): void {
    const at = this.pass.masks.findIndex(({ end }) => end >= seconds);
    if (at >= 0) this.open(at);
    this.sound.seek(seconds);
  }

  /** The digit before the caret as a word, where Tab offers that. */
  spell(): boolean {
    const { mask, state } = this;
    const offered = mask && digitAsWord(this.draftThere.text ?? startOf(mask, state.answers.get(mask.code)));
    if (offered) this.draft(offered.text);
    return Boolean(offered);
  }

  setComfort(change: Partial<Pick<PassState, 'playsNext' | 'asksToHear' | 'layers'>>): void {
    this.store.setState(change);
    storeHere('pass-plays-next', this.state.playsNext);
    storeHere('pass-asks-to-hear', this.state.asksToHear);
    storeHere('pass-layers', this.state.layers);
  }
}
