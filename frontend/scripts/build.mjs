/**
 * Builds the pages into dist/: the application, the pages without an account, the service worker, and beside each text file what compression makes of
 * it, which Django sends as it is (WhiteNoise).
 */
import { createHash } from 'node:crypto';
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
/** The fonts of the review page that nearly every review shows. */
const keptFonts = /source-(sans-3|serif-4|code-pro)-latin-(?!(ext|italic)-)/;

await build({ root });
await build({ root, mode: 'author' });
await build({ root, mode: 'release' });
await writeServiceWorker();

const files = await readdir(dist, { recursive: true });
await Promise.all(files.filter((file) => text.test(file)).map((file) => compress(join(dist, file))));

/** The service worker, with the files of the review page, which it keeps for when there is no network. */
async function writeServiceWorker() {
  const chunks = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
  const seen = new Set();
  const wanted = new Set();
  /** Fonts come with the styles; of the pages of other features, which the router names, none are needed. */
  const take = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const { file, css = [], assets = [], imports = [], dynamicImports = [] } = chunks[name];
    for (const each of [file, ...css, ...assets.filter((asset) => keptFonts.test(asset))]) wanted.add(`/${each}`);
    for (const each of imports) take(each);
    for (const each of dynamicImports) if (/features\/reviewing\/review\//.test(each)) take(each);
  };
  take('index.html');
  take('src/features/reviewing/review/ReviewPage.tsx');
  const files = [...wanted].sort();
  const version = createHash('sha256')
    .update(await readFile(join(dist, 'index.html')))
    .update(files.join())
    .digest('hex');
  const source = await readFile(join(root, 'src/serviceWorker.js'), 'utf8');
  const made = source.replace('__VERSION__', version.slice(0, 12)).replace('__FILES__', JSON.stringify(files, null, 2));
  await writeFile(join(dist, 'service-worker.js'), made);
}

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
