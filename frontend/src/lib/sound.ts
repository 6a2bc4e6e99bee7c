/** The recording of a talk: spans of it, once or again and again, at some speed. One element, made when first asked. */

import { createStore } from 'zustand/vanilla';

export const speeds = [0.7, 1, 1.3] as const;
export type Loop = 'off' | 'span' | 'line';
export interface Span {
  start: number;
  end: number;
}

interface SoundState {
  on: boolean;
  at: number;
  total: number | null;
  speed: number;
  loop: Loop;
  /** Why nothing is heard; empty if all is well. */
  trouble: string;
}

/** Milliseconds: often enough that a span does not run into the next word. */
const lookEvery = 25;
/** Seconds of a span's end that need not be heard. */
const nearEnd = 0.08;

export class Sound {
  readonly store = createStore<SoundState>(() => ({
    on: false,
    at: 0,
    total: null,
    speed: 1,
    loop: 'off',
    trouble: '',
  }));
  private element: HTMLMediaElement | null = null;
  private span: Span | null = null;
  private heard: (() => void) | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly address: string | null,
    private readonly make: () => HTMLMediaElement = () => new Audio(),
  ) {}

  get has(): boolean {
    return this.address !== null;
  }

  get state(): SoundState {
    return this.store.getState();
  }

  /** Plays a span; `heard` is called when it was played to its end. */
  play(span: Span, heard?: () => void): void {
    const element = this.open();
    if (!element) return;
    this.span = span;
    this.heard = heard ?? null;
    element.currentTime = span.start;
    this.start(element);
  }

  pause(): void {
    clearInterval(this.timer);
    this.element?.pause();
  }

  /** Goes on from where it is, without a span. */
  toggle(): void {
    if (this.state.on) {
      this.pause();
      return;
    }
    const element = this.open();
    if (!element) return;
    this.span = null;
    this.start(element);
  }

  seek(seconds: number): void {
    const element = this.open();
    if (!element) return;
    this.span = null;
    element.currentTime = Math.max(0, seconds);
    this.store.setState({ at: element.currentTime });
  }

  setLoop(loop: Loop): void {
    this.store.setState({ loop });
  }

  setSpeed(speed: number): void {
    if (this.element) this.element.playbackRate = speed;
    this.store.setState({ speed });
  }

  step(by: 1 | -1): void {
    const at = speeds.indexOf(this.state.speed as 1) + by;
    const speed = speeds[at];
    if (speed !== undefined) this.setSpeed(speed);
  }

  close(): void {
    this.pause();
    this.element?.removeAttribute('src');
    this.element?.remove();
    this.element = null;
  }

  private start(element: HTMLMediaElement): void {
    element.playbackRate = this.state.speed;
    this.store.setState({ trouble: '', at: element.currentTime });
    void Promise.resolve(element.play()).catch((error: unknown) => this.failed(error));
    clearInterval(this.timer);
    this.timer = setInterval(() => this.look(element), lookEvery);
  }

  private open(): HTMLMediaElement | null {
    if (this.element || this.address === null) return this.element;
    const element = this.make();
    element.preload = 'auto';
    element.src = this.address;
    element.dataset.field = 'sound';
    element.addEventListener('play', () => this.store.setState({ on: true }));
    element.addEventListener('pause', () => this.store.setState({ on: false }));
    element.addEventListener('durationchange', () =>
      this.store.setState({ total: Number.isFinite(element.duration) ? element.duration : null }),
    );
    element.addEventListener('error', () => this.failed(element.error));
    document.body.append(element);
    this.element = element;
    return element;
  }

  private look(element: HTMLMediaElement): void {
    this.store.setState({ at: element.currentTime });
    const { span } = this;
    if (!span) return;
    if (element.currentTime >= span.end - nearEnd) {
      this.heard?.();
      this.heard = null;
    }
    if (element.currentTime < span.end && !element.ended) return;
    if (this.state.loop === 'off') {
      this.pause();
      return;
    }
    element.currentTime = span.start;
    if (element.paused) void element.play().catch((error: unknown) => this.failed(error));
  }

  private failed(error: unknown): void {
    // Pausing before a play has begun ends its promise: that is no trouble.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    this.pause();
    const isBlocked = error instanceof DOMException && error.name === 'NotAllowedError';
    this.store.setState({
      on: false,
      trouble: isBlocked ? 'Press P to allow sound.' : 'The recording cannot be played.',
    });
  }
}
