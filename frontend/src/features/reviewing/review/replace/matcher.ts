/** Regular expressions that somebody types, run beside the page and for a limited time. */

import { type Found, type Job, runJob } from './job';

export class TooSlow extends Error {
  override readonly name = 'TooSlow';
  constructor() {
    super('This expression takes too long. Try a simpler one.');
  }
}

/** One job at a time: a new one stops the one before, whose promise then never settles. */
export class Matcher {
  private worker: Worker | null = null;

  constructor(private readonly patienceMilliseconds = 2_000) {}

  /** Rejects with TooSlow, or with the error of an expression that is not one. */
  async run(job: Job): Promise<readonly Found[]> {
    this.stop();
    // Where a browser has no workers the expression runs here.
    if (typeof Worker === 'undefined') return runJob(job);
    new RegExp(job.source, job.flags);
    const worker = new Worker(new URL('./matcher.worker.ts', import.meta.url), { type: 'module' });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.stop();
        reject(new TooSlow());
      }, this.patienceMilliseconds);
      const end = (act: () => void) => {
        clearTimeout(timer);
        if (this.worker !== worker) return;
        this.stop();
        act();
      };
      worker.onmessage = ({ data }: MessageEvent<Found[]>) => end(() => resolve(data));
      worker.onerror = (event) => end(() => reject(new Error(event.message || 'The expression could not be run.')));
      worker.postMessage(job);
    });
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}
