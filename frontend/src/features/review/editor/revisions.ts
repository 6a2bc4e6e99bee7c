/** Which revisions of the review this page has been told of: answers come late, twice, in any order, or not at all. */

export class Revisions {
  /** Operations that were told though one before them was not. */
  private readonly beyond = new Set<number>();
  private upTo: number;
  private latest: number;
  private doubtful = false;

  constructor(revision: number) {
    this.upTo = revision;
    this.latest = revision;
  }

  /** Everything up to here has been told, whoever did it. */
  get known(): number {
    return this.upTo;
  }

  get isDoubtful(): boolean {
    return this.doubtful;
  }

  get isBehind(): boolean {
    return this.doubtful || this.upTo < this.latest;
  }

  /** Operations were told by their numbers in the log, when the review stood at `revision`. */
  heard(sequences: readonly number[], revision: number): void {
    for (const sequence of sequences) if (sequence > this.upTo) this.beyond.add(sequence);
    this.reach(this.upTo, revision);
  }

  /** Something was done of which only the server knows the number. */
  doubt(): void {
    this.doubtful = true;
  }

  /** The server is being asked; what happens from now on may be missing in its answer. Returns from where to ask. */
  asked(): number {
    this.doubtful = false;
    return this.upTo;
  }

  /** Everything from `since` to `revision` was told. */
  caughtUp(since: number, revision: number): void {
    this.reach(since <= this.upTo ? Math.max(this.upTo, revision) : this.upTo, revision);
  }

  private reach(upTo: number, latest: number): void {
    this.upTo = upTo;
    this.latest = Math.max(this.latest, latest);
    while (this.beyond.has(this.upTo + 1)) this.upTo += 1;
    for (const sequence of this.beyond) if (sequence <= this.upTo) this.beyond.delete(sequence);
  }
}
