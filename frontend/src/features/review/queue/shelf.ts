/** The edits of one page on the device: written one after the other, and known by which of them are not there. */

import { type Kept, leftBehind, type Owner, type Storage } from './storage';

const slowestWrite = 2_000;

export class Shelf {
  private writes: Promise<unknown> = Promise.resolve();
  /** Turns that are not on the device, though they should be: a full disk, a storage that was cleared. */
  private readonly missing = new Set<number>();

  /** `changed` is called when something that was kept is not any more, or the other way round. */
  constructor(
    readonly owner: Owner,
    private readonly storage: Storage,
    private readonly changed: () => void,
  ) {}

  /** Whether all of these would outlive the page. */
  keeps(all: readonly Kept[]): boolean {
    return this.storage.durable && !all.some((kept) => this.missing.has(kept.turn));
  }

  put(kept: Kept): void {
    this.writes = this.writes
      .then(() => this.storage.put(kept))
      .then(
        () => this.missing.delete(kept.turn) && this.changed(),
        () => {
          this.missing.add(kept.turn);
          this.changed();
        },
      );
  }

  /** What stays there though the server has it is sent once more by the next tab, which changes nothing. */
  remove(kept: readonly Kept[]): void {
    this.writes = this.writes.then(() => this.storage.remove(kept)).catch(() => undefined);
  }

  /** When everything is written; or soon, where the device does not answer, which must not keep edits from the server. */
  async written(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([
      this.writes,
      new Promise((resolve) => {
        timer = setTimeout(resolve, slowestWrite);
      }),
    ]);
    clearTimeout(timer);
  }

  /** Takes over what this person's closed tabs left of the review, in order; turns count up from `turn`. */
  async adopt(living: ReadonlySet<string>, turn: number): Promise<Kept[]> {
    try {
      const left = leftBehind(await this.storage.all(this.owner.review), this.owner, living);
      const mine = left.map((kept, at): Kept => ({ ...kept, ...this.owner, turn: turn + at }));
      await Promise.all(mine.map((kept) => this.storage.put(kept)));
      await this.storage.remove(left);
      return mine;
    } catch {
      // What cannot be read stays where it is; what is done from now on says by itself whether it could be kept.
      return [];
    }
  }
}
