import { plural } from '@/lib/format';
import type { PlacedFile } from './requests';

export interface Found {
  files: PlacedFile[];
  /** Paths that the browser could not open. */
  unread: string[];
  /** Files that an operating system hides: .DS_Store and the like. */
  n_hidden: number;
}

const isHidden = (name: string) => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';

/** What was dropped, folders walked through. To be called while the event is handled: its items are gone after it. */
export function foundIn(transfer: DataTransfer): Promise<Found> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const dropped = items.map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  return walked(dropped);
}

/** What was chosen; of a folder the browser tells each file's path. */
export function chosen(list: FileList): Found {
  const files = [...list].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
  const shown = files.filter(({ path }) => !path.split('/').some(isHidden));
  return { files: shown, unread: [], n_hidden: files.length - shown.length };
}

interface Dropped {
  entry: FileSystemEntry | null;
  file: File | null;
}

async function walked(dropped: Dropped[]): Promise<Found> {
  const contents: Found = { files: [], unread: [], n_hidden: 0 };
  for (const { entry, file } of dropped) {
    if (entry?.isDirectory) await walk(entry, contents);
    else if (file) contents.files.push({ file, path: file.name });
  }
  return contents;
}

async function walk(entry: FileSystemEntry, dropped: Found): Promise<void> {
  if (isHidden(entry.name)) {
    dropped.n_hidden += 1;
    return;
  }
  const path = entry.fullPath.replace(/^\//, '');
  try {
    if (entry.isDirectory) {
      for (const inside of await entriesOf(entry as FileSystemDirectoryEntry)) await walk(inside, dropped);
    } else {
      const file = await new Promise<File>((take, fail) => (entry as FileSystemFileEntry).file(take, fail));
      dropped.files.push({ file, path });
    }
  } catch {
    dropped.unread.push(path);
  }
}

/** A reader gives a folder's entries by the hundred, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((take, fail) => reader.readEntries(take, fail));
    if (some.length === 0) return all.sort((one, other) => one.name.localeCompare(other.name));
    all.push(...some);
  }
}

/** What of a drop was not taken, in a sentence; empty where all was. */
export function notTaken({ files, unread, n_hidden }: Found): string {
  const notes: string[] = [];
  if (unread.length > 0) {
    const more = unread.length > 3 ? ` and ${unread.length - 3} more` : '';
    notes.push(`The browser could not open ${unread.slice(0, 3).join(', ')}${more}.`);
  }
  if (n_hidden > 0) notes.push(`${plural(n_hidden, 'hidden file')} ${n_hidden === 1 ? 'was' : 'were'} skipped.`);
  if (files.length === 0 && notes.length === 0) notes.push('No files found.');
  return notes.join(' ');
}
