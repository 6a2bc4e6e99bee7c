/** Reading ZIP archives in the browser: a list of what is in one, and each file when it is wanted. */

/** The content of one file of an archive. */
export interface Packed {
  name: string;
  bytes: () => Promise<Blob>;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const fileMark = 0x04034b50;
const stored = 0;
const deflated = 8;

/**
 * The files of an archive, without its folders.
 *
 * most : bytes that one file may unpack to. Throws an Error in words for what is no archive, or one that needs a
 * password or a newer reader.
 */
export async function filesOfZip(archive: Blob, most: number): Promise<Packed[]> {
  const tail = Math.max(0, archive.size - 65_557);
  const end = new DataView(await archive.slice(tail).arrayBuffer());
  let at = end.byteLength - 22;
  while (at >= 0 && end.getUint32(at, true) !== endMark) at--;
  if (at < 0) throw new Error('It is no ZIP archive, or its end is missing.');
  const n = end.getUint16(at + 10, true);
  const [size, from] = [end.getUint32(at + 12, true), end.getUint32(at + 16, true)];
  if (from === 0xffffffff) throw new Error('The archive is larger than 4 GB. Split it.');
  const list = new DataView(await archive.slice(from, from + size).arrayBuffer());
  const files: Packed[] = [];
  let place = 0;
  for (let entry = 0; entry < n; entry++) {
    if (place + 46 > list.byteLength || list.getUint32(place, true) !== entryMark)
      throw new Error('The list of files in the archive is damaged.');
    const lengths = [28, 30, 32].map((field) => list.getUint16(place + field, true)) as [number, number, number];
    const name = new TextDecoder().decode(new Uint8Array(list.buffer, place + 46, lengths[0]));
    const one = {
      name,
      flags: list.getUint16(place + 8, true),
      how: list.getUint16(place + 10, true),
      packed: list.getUint32(place + 20, true),
      size: list.getUint32(place + 24, true),
      from: list.getUint32(place + 42, true),
    };
    place += 46 + lengths[0] + lengths[1] + lengths[2];
    if (!name.endsWith('/')) files.push({ name, bytes: () => unpacked(archive, one, most) });
  }
  return files;
}

interface Entry {
  name: string;
  flags: number;
  how: number;
  packed: number;
  size: number;
  from: number;
}

async function unpacked(archive: Blob, { name, flags, how, packed, size, from }: Entry, most: number): Promise<Blob> {
  if (flags & 1) throw new Error(`${name} needs a password.`);
  if (how !== stored && how !== deflated) throw new Error(`${name} is compressed in a way that browsers do not read.`);
  if (size > most) throw new Error(`${name} is larger than ${Math.round(most / 1_000_000)} MB.`);
  const head = new DataView(await archive.slice(from, from + 30).arrayBuffer());
  if (head.byteLength < 30 || head.getUint32(0, true) !== fileMark) throw new Error(`${name} is damaged.`);
  const begin = from + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const content = archive.slice(begin, begin + packed);
  if (how === stored) return content;
  const parts: BlobPart[] = [];
  let n = 0;
  const reader = content.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    n += part.value.length;
    // What the archive says of the size need not be true.
    if (n > most) {
      await reader.cancel();
      throw new Error(`${name} is larger than ${Math.round(most / 1_000_000)} MB.`);
    }
    parts.push(part.value);
  }
  return new Blob(parts);
}
