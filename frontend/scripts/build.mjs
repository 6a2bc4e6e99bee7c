/**
 * Builds the pages into dist/: the application, the author's page, and beside each text file what compression makes of
 * it, which Django sends as it is (WhiteNoise).
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const text = /\.(js|css|html|svg|json)$/;
/** Below this a compressed answer is not smaller in packets. */
const leastBytes = 512;

await build({ root });
await build({ root, mode: 'author' });

const files = await readdir(dist, { recursive: true });
await Promise.all(files.filter((file) => text.test(file)).map((file) => compress(join(dist, file))));

async function compress(path) {
  const content = await readFile(path);
  if (content.length < leastBytes) return;
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, options),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
