/** The revisions of the review that this page has seen: answers arrive late, twice, in any order, or not at all. */

export class Revisions {
  /** Operations that the page has seen although an earlier one is missing. */
  private readonly beyond = new Set<number>();
  private upTo: number;
  private latest: number;
  private doubtful = false;

  constructor(revision: number) {
    this.upTo = revision;
    this.latest = revision;
  }

  /** The page has seen everything up to here, whoever did it. */
  get known(): number {
    return this.upTo;
  }

  get isDoubtful(): boolean {
    return this.doubtful;
  }

  get isBehind(): boolean {
    return this.doubtful || this.upTo < this.latest;
  }

  /** An answer named operations by their numbers in the log, when the review was at `revision`. */
  heard(sequences: readonly number[], revision: number): void {
    for (const sequence of sequences) if (sequence > this.upTo) this.beyond.add(sequence);
    this.reach(this.upTo, revision);
  }

  /** An operation happened whose number only the server knows. */
  doubt(): void {
    this.doubtful = true;
  }

  /** A request for changes begins; later operations may be missing in its answer. Returns where to start from. */
  asked(): number {
    this.doubtful = false;
    return this.upTo;
  }

  /** The page has seen everything from `since` to `revision`. */
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
