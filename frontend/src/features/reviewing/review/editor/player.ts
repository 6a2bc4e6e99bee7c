/** Plays stretches of a recording. One element a side, made when it is first asked for, so that opening loads nothing. */

import { createStore } from 'zustand/vanilla';
import type { Span } from '../model/times';
import type { Side } from '../model/types';

interface PlayerState {
  on: boolean;
  side: Side;
  /** Seconds. `total` is null until the browser has read the recording's length. */
  at: number;
  total: number | null;
  rate: number;
  /** Why nothing is heard; empty if all is well. */
  trouble: string;
}

const rates = [1, 1.2, 1.5, 2, 0.75] as const;

/** Often enough that a span does not run into the next word. */
const lookEvery = 30;

export class Player {
  readonly store = createStore<PlayerState>(() => ({
    on: false,
    side: 'target',
    at: 0,
    total: null,
    rate: 1,
    trouble: '',
  }));
  private readonly elements = new Map<Side, HTMLMediaElement>();
  private left: Span[] = [];
  /** What is played or was last, as whoever asked for it calls it: a row, say. */
  private about: string | null = null;
  /** Where it ends: from there one can go back. */
  private end = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly media: Readonly<Record<Side, string | null>>,
    private readonly make: () => HTMLMediaElement = () => new Audio(),
  ) {}

  get state(): PlayerState {
    return this.store.getState();
  }

  has(side: Side): boolean {
    return this.media[side] !== null;
  }

  /** Plays the stretches one after another, then stops. Without stretches it goes on from where it is. */
  play(side: Side, spans: readonly Span[] = [], about: string | null = null): void {
    this.about = about;
    this.end = spans.at(-1)?.end ?? 0;
    if (side !== this.state.side) this.pause();
    const element = this.element(side);
    if (!element) return;
    this.left = spans.map((span) => ({ ...span }));
    const [first] = this.left;
    if (first) element.currentTime = first.start;
    element.playbackRate = this.state.rate;
    this.store.setState({ side, trouble: '', at: element.currentTime });
    void Promise.resolve(element.play()).catch((error: unknown) => this.failed(error));
    clearInterval(this.timer);
    if (first) this.timer = setInterval(() => this.look(element), lookEvery);
  }

  pause(): void {
    clearInterval(this.timer);
    this.left = [];
    this.elements.get(this.state.side)?.pause();
  }

  isAbout(about: string): boolean {
    return this.about === about;
  }

  /** Stops where it is, to go on from there. */
  hold(): void {
    clearInterval(this.timer);
    this.elements.get(this.state.side)?.pause();
  }

  /** Goes on where it was held; false where nothing is left to play. */
  resume(): boolean {
    const element = this.elements.get(this.state.side);
    if (!element || this.left.length === 0) return false;
    void Promise.resolve(element.play()).catch((error: unknown) => this.failed(error));
    clearInterval(this.timer);
    this.timer = setInterval(() => this.look(element), lookEvery);
    return true;
  }

  /** Some seconds back, and on from there to the end of what was played. */
  back(seconds: number): void {
    const element = this.elements.get(this.state.side);
    if (!element) return;
    element.currentTime = Math.max(0, element.currentTime - seconds);
    this.store.setState({ at: element.currentTime });
    if (this.left.length === 0) this.left = [{ start: element.currentTime, end: this.end }];
    this.resume();
  }

  toggle(): void {
    if (this.state.on) this.pause();
    else this.play(this.has(this.state.side) ? this.state.side : 'source');
  }

  seek(seconds: number): void {
    this.left = [];
    const element = this.element(this.state.side);
    if (!element) return;
    element.currentTime = seconds;
    this.store.setState({ at: seconds });
  }

  faster(): void {
    const rate = rates[(rates.indexOf(this.state.rate as 1) + 1) % rates.length] as number;
    for (const element of this.elements.values()) element.playbackRate = rate;
    this.store.setState({ rate });
  }

  close(): void {
    this.pause();
    for (const element of this.elements.values()) element.removeAttribute('src');
    this.elements.clear();
  }

  private element(side: Side): HTMLMediaElement | null {
    const address = this.media[side];
    const known = this.elements.get(side);
    if (known || address === null) return known ?? null;
    const element = this.make();
    element.preload = 'metadata';
    element.src = address;
    element.addEventListener('play', () => this.store.setState({ on: true }));
    element.addEventListener('pause', () => this.store.setState({ on: false }));
    element.addEventListener('ended', () => this.pause());
    element.addEventListener('timeupdate', () => this.store.setState({ at: element.currentTime }));
    element.addEventListener('durationchange', () =>
      this.store.setState({ total: Number.isFinite(element.duration) ? element.duration : null }),
    );
    element.addEventListener('error', () => this.failed(element.error));
    this.elements.set(side, element);
    return element;
  }

  private look(element: HTMLMediaElement): void {
    const [now, next] = this.left;
    if (!now || element.currentTime < now.end) return;
    this.left.shift();
    if (next) element.currentTime = next.start;
    else this.pause();
  }

  private failed(error: unknown): void {
    // Pausing before a play has begun ends its promise: that is no trouble.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    this.pause();
    this.store.setState({ on: false, trouble: 'The recording cannot be played.' });
  }
}
