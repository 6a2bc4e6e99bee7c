import { describe, expect, it } from 'vitest';
import { filesToSend, readFiles, readSamples, readTrap, tallySamples } from './samples';

const file = (name: string, content: BlobPart) => new File([content], name);

/** An archive of `lists.tsv` and two sounds, one of them deflated, as Python's zipfile writes it. */
async function archive(): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  const files: [string, Uint8Array, boolean][] = [
    ['voices/list.tsv', new TextEncoder().encode('set\tsystem\tfile\n1\tNorth\ta.wav\n1\tSüd\tvoices/b.wav\n'), true],
    ['voices/a.wav', new Uint8Array([1, 2, 3]), false],
    ['voices/b.wav', new Uint8Array(1000), true],
    ['__MACOSX/._list.tsv', new Uint8Array([0]), false],
  ];
  for (const [name, bytes, isPacked] of files) {
    const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const packed = isPacked ? new Uint8Array(await new Response(stream).arrayBuffer()) : bytes;
    const head = new DataView(new ArrayBuffer(30));
    const entry = new DataView(new ArrayBuffer(46));
    const encoded = new TextEncoder().encode(name);
    head.setUint32(0, 0x04034b50, true);
    head.setUint16(26, encoded.length, true);
    entry.setUint32(0, 0x02014b50, true);
    entry.setUint16(10, isPacked ? 8 : 0, true);
    entry.setUint32(20, packed.length, true);
    entry.setUint32(24, bytes.length, true);
    entry.setUint16(28, encoded.length, true);
    entry.setUint32(42, offset, true);
    parts.push(new Uint8Array(head.buffer), encoded, packed);
    directory.push(new Uint8Array(entry.buffer), encoded);
    offset += 30 + encoded.length + packed.length;
  }
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(10, files.length, true);
  end.setUint32(
    12,
    directory.reduce((sum, each) => sum + each.length, 0),
    true,
  );
  end.setUint32(16, offset, true);
  const all = [...parts, ...directory, new Uint8Array(end.buffer)];
  return new Uint8Array(await new Blob(all as BlobPart[]).arrayBuffer());
}

describe('the list of samples', () => {
  it('is read by its headings, with traps', () => {
    const { samples, problems } = readSamples(
      'text\tset\tsystem\ttrap\n"Ein Satz,\nin zwei Zeilen"\t1\tNorth\t\nPlease choose two\t1\t\t2\n再び\t2\tNorth\t\nx\t2\t\t1-2.5\n',
      false,
    );
    expect(problems).toEqual([]);
    expect(samples.map(({ set, system, text, trap }) => [set, system, text, trap])).toEqual([
      ['1', 'North', 'Ein Satz,\nin zwei Zeilen', null],
      ['1', '', 'Please choose two', [2, 2]],
      ['2', 'North', '再び', null],
      ['2', '', 'x', [1, 2.5]],
    ]);
    expect(tallySamples(samples)).toEqual({ sets: 2, systems: 1, traps: 2 });
  });

  it('says which line is wrong, and which column is missing', () => {
    expect(readSamples('set,system,text,trap\n1,A,x,two\n,B,y,\n', false).problems).toEqual([
      'Line 2: the attention check “two” has no right answer such as 2, or 1-2.',
      'Line 3: there is no set.',
    ]);
    expect(readSamples('set,system,text\n1,A,x\n', true).problems[0]).toContain('has no column file');
    expect(readSamples('', false).problems).toEqual(['The list is empty.']);
    expect(readSamples('set,system,text\n', false).problems).toEqual(['The list has no samples below its first line.']);
  });

  it.each([
    ['2', [2, 2]],
    ['1-2', [1, 2]],
    ['1.5 – 3', [1.5, 3]],
    ['x', null],
    ['12', null],
  ])('reads the trap %s', (cell, right) => {
    expect(readTrap(cell)).toEqual(right);
  });

  it('comes with its sounds from an archive', async () => {
    const { samples, files, problems } = await readFiles([file('all.zip', await archive())], true);
    expect(problems).toEqual([]);
    expect(samples.map(({ system }) => system)).toEqual(['North', 'Süd']);
    const sizes = samples.map(async ({ file }) => (await files.get(file)?.bytes())?.size);
    expect(await Promise.all(sizes)).toEqual([3, 1000]);
  });

  it('comes with a picture for each set, named in any of its lines', async () => {
    const list = file(
      'l.csv',
      'set,system,text,picture,alt\n1,A,x,,\n1,B,y,p/one.png,A pier\n2,A,x,two.jpg,\n2,B,y,two.jpg,\n3,A,x,,\n3,B,y,,\n',
    );
    const { samples, problems } = await readFiles([list, file('one.png', 'x'), file('p/one.png', 'x')], false);
    expect(problems).toEqual(['The list names files that are not here: two.jpg.']);
    expect(samples[1]).toMatchObject({ picture: 'p/one.png', alt: 'A pier' });
    expect(filesToSend(samples, false)).toEqual([
      { position: 1, file: 'p/one.png' },
      { position: 2, file: 'two.jpg' },
    ]);
  });

  it('says what is no archive, that there is no list, and which sounds are missing', async () => {
    const broken = await readFiles([file('all.zip', 'PK, but no more')], true);
    expect(broken.problems).toEqual(['all.zip: It is no ZIP archive, or its end is missing.']);
    expect((await readFiles([file('a.wav', 'x')], true)).problems[0]).toContain('There is no list');
    const lost = await readFiles([file('l.csv', 'set,system,file\n1,A,a.wav\n1,B,b.wav\n'), file('a.wav', 'x')], true);
    expect(lost.problems).toEqual(['The list names files that are not here: b.wav.']);
  });
});
