/**
 * Where edits wait until the server has acknowledged them. One record per operation, keyed by review (or whatever they change), tab and turn, so
 * that two tabs never touch each other's records; what a closed tab left is adopted by the next one that opens. `Outbox`
 * has the edits of one page, `Storage` is the device.
 */

/** What is sent: an id that makes a repeat harmless, and whatever else. */
export interface Sendable {
  id: string;
}

export interface Owner {
  /** The number of what the edits change: a review, or whatever else a database of its own is for. */
  review: number;
  tab: string;
  /** The person who made them. */
  by: number;
}

export interface Kept<Operation extends Sendable> extends Owner {
  /** Order of sending within the tab. */
  turn: number;
  operation: Operation;
  /** Milliseconds since the epoch. */
  madeAt: number;
  /** Set aside by the person after a conflict: not sent until they decide. */
  parked: boolean;
  /** Why the queue set it aside: the server failed on it repeatedly. Not sent until the person retries. */
  fault?: string;
}

/**
 * The edits that this person's closed tabs left, in sending order: within a tab by turns, whatever the clock did;
 * between tabs by time.
 */
function leftBehind<O extends Sendable>(all: readonly Kept<O>[], owner: Owner, living: ReadonlySet<string>): Kept<O>[] {
  const mine = all.filter((kept) => kept.by === owner.by && kept.tab !== owner.tab && !living.has(kept.tab));
  const tabs = [...new Set(mine.map((kept) => kept.tab))].map((tab) =>
    mine.filter((kept) => kept.tab === tab).sort((a, b) => a.turn - b.turn),
  );
  const ordered: Kept<O>[] = [];
  while (ordered.length < mine.length) {
    const [first] = tabs.filter((left) => left.length > 0).sort((a, b) => (a[0]?.madeAt ?? 0) - (b[0]?.madeAt ?? 0));
    const next = first?.shift();
    if (!next) break;
    ordered.push(next);
  }
  return ordered;
}

type Place = Pick<Kept<Sendable>, 'review' | 'tab' | 'turn'>;

/** Changes take effect in the order in which they were requested. */
export interface Storage<O extends Sendable> {
  /** False when nothing survives closing the page. */
  readonly durable: boolean;
  put(kept: Kept<O>): Promise<void>;
  remove(kept: readonly Place[]): Promise<void>;
  all(review: number): Promise<Kept<O>[]>;
}

const slowestWrite = 2_000;

/**
 * The edits of one page on the device. Each is written at once, so that a tab that is closed in the next moment loses
 * none; the storage keeps their order. The outbox knows which of them could not be stored, and which are being written.
 */
export class Outbox<O extends Sendable> {
  private writes: Promise<unknown> = Promise.resolve();
  /** Turns that are not on the device, though they should be: a full disk, a storage that was cleared. */
  private readonly missing = new Set<number>();
  private onTheirWay = 0;

  /** `changed` is called when an edit is no longer stored, or is stored again. */
  constructor(
    readonly owner: Owner,
    private readonly storage: Storage<O>,
    private readonly changed: () => void,
  ) {}

  /** Whether all of these would outlive the page. */
  keeps(all: readonly Kept<O>[]): boolean {
    return this.storage.durable && !all.some((kept) => this.missing.has(kept.turn));
  }

  /** Whether the device has confirmed or refused everything. */
  get isWritten(): boolean {
    return this.onTheirWay === 0;
  }

  put(kept: Kept<O>): void {
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
  remove(kept: readonly Kept<O>[]): void {
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
  async adopt(living: ReadonlySet<string>, turn: number): Promise<Kept<O>[]> {
    try {
      const left = leftBehind(await this.storage.all(this.owner.review), this.owner, living);
      const mine = left.map((kept, at): Kept<O> => ({ ...kept, ...this.owner, turn: turn + at }));
      await Promise.all(mine.map((kept) => this.storage.put(kept)));
      await this.storage.remove(left);
      return mine;
    } catch {
      // Unreadable edits stay where they are; each new edit reports whether it could be stored.
      return [];
    }
  }
}

const store = 'operations';
const longestOpening = 3_000;

function done(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** IndexedDB, or memory where the browser refuses it (private windows, full disks): the page then says so. */
export async function openStorage<O extends Sendable>(database: string): Promise<Storage<O>> {
  try {
    return new DiskStorage<O>(database, await openDatabase(database));
  } catch {
    return new MemoryStorage<O>();
  }
}

async function openDatabase(database: string): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: ['review', 'tab', 'turn'] });
  // Some browsers never answer rather than refuse.
  const silence = new Promise((_, reject) => setTimeout(() => reject(new Error('no answer')), longestOpening));
  const db = (await Promise.race([done(request), silence])) as IDBDatabase;
  // Clearing the browser's data, or opening a newer version, must not have to wait.
  db.onversionchange = () => db.close();
  return db;
}

class DiskStorage<O extends Sendable> implements Storage<O> {
  readonly durable = true;
  private opening: Promise<void> | null = null;
  constructor(
    private readonly database: string,
    private db: IDBDatabase,
  ) {}

  /** At once where the database is open; where it was closed meanwhile, it is opened again, and all wait in order. */
  private async begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    try {
      return this.db.transaction(store, mode);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
    }
    this.opening ??= openDatabase(this.database)
      .then((db) => {
        this.db = db;
      })
      .finally(() => {
        this.opening = null;
      });
    await this.opening;
    return this.db.transaction(store, mode);
  }

  async put(kept: Kept<O>): Promise<void> {
    const transaction = await this.begin('readwrite');
    transaction.objectStore(store).put(kept);
    transaction.commit(); // also if the tab is closed before it is done
    await finished(transaction);
  }

  async remove(kept: readonly Place[]): Promise<void> {
    const transaction = await this.begin('readwrite');
    for (const { review, tab, turn } of kept) transaction.objectStore(store).delete([review, tab, turn]);
    transaction.commit();
    await finished(transaction);
  }

  async all(review: number): Promise<Kept<O>[]> {
    // Arrays sort after every number and string, so [review, []] is past the last tab.
    const range = IDBKeyRange.bound([review], [review, []]);
    const transaction = await this.begin('readonly');
    return (await done(transaction.objectStore(store).getAll(range))) as Kept<O>[];
  }
}

export class MemoryStorage<O extends Sendable> implements Storage<O> {
  readonly durable = false;
  private readonly kept = new Map<string, Kept<O>>();

  async put(kept: Kept<O>): Promise<void> {
    this.kept.set(`${kept.review}/${kept.tab}/${kept.turn}`, kept);
  }

  async remove(kept: readonly Place[]): Promise<void> {
    for (const { review, tab, turn } of kept) this.kept.delete(`${review}/${tab}/${turn}`);
  }

  async all(review: number): Promise<Kept<O>[]> {
    return [...this.kept.values()].filter((kept) => kept.review === review).sort((a, b) => a.turn - b.turn);
  }
}
