/**
 * The edits of one page on the device. Each is written at once, so that a tab that is closed in the next moment loses
 * none; the storage keeps their order. The outbox knows which of them could not be stored, and which are being written.
 */

import { type Kept, leftBehind, type Owner, type Storage } from './storage';

const slowestWrite = 2_000;

export class Outbox {
  private writes: Promise<unknown> = Promise.resolve();
  /** Turns that are not on the device, though they should be: a full disk, a storage that was cleared. */
  private readonly missing = new Set<number>();
  private onTheirWay = 0;

  /** `changed` is called when an edit is no longer stored, or is stored again. */
  constructor(
    readonly owner: Owner,
    private readonly storage: Storage,
    private readonly changed: () => void,
  ) {}

  /** Whether all of these would outlive the page. */
  keeps(all: readonly Kept[]): boolean {
    return this.storage.durable && !all.some((kept) => this.missing.has(kept.turn));
  }

  /** Whether the device has confirmed or refused everything. */
  get isWritten(): boolean {
    return this.onTheirWay === 0;
  }

  put(kept: Kept): void {
    this.onTheirWay += 1;
    const write = this.storage.put(kept).then(
      () => this.settled(this.missing.delete(kept.turn)),
      () => {
        this.missing.add(kept.turn);
        this.settled(true);
      },
    );
    this.writes = Promise.all([this.writes, write]);
  }

  private settled(isNews: boolean): void {
    this.onTheirWay -= 1;
    if (isNews || this.onTheirWay === 0) this.changed();
  }

  /** An edit left there although the server has it is sent again by the next tab, which changes nothing. */
  remove(kept: readonly Kept[]): void {
    const write = this.storage.remove(kept).catch(() => undefined);
    this.writes = Promise.all([this.writes, write]);
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
      // Unreadable edits stay where they are; each new edit reports whether it could be stored.
      return [];
    }
  }
}
