import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Puts src/scheme.js into the head of the page, so that the colour scheme is set before the first paint without a
 * request of its own. The server names its hash in the page's Content-Security-Policy (annotator/site/spa.py).
 */
const scheme: Plugin = {
  name: 'scheme',
  transformIndexHtml: (html) =>
    html.replace('<!-- scheme -->', `<script>${readFileSync(at('src/scheme.js'))}</script>`),
};

/** Pages for people without an account, each built by itself: by the mode of its build, the HTML is named after it. */
const alonePages = ['author', 'release'];

/** While developing, these pages stand at their addresses as they do behind Django. */
const alonePageAddresses: Plugin = {
  name: 'alone-page-addresses',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _answer, next) => {
      if (request.url?.startsWith('/rate/')) request.url = '/author.html';
      if (request.url?.startsWith('/release/')) request.url = '/release.html';
      next();
    });
  },
};

/** Each used component of Mantine's needs its styles named in styles/mantine.css; a build without them fails. */
const mantineStyles: Plugin = {
  name: 'mantine-styles',
  generateBundle(_options, bundle) {
    const named = readFileSync(at('src/styles/mantine.css'), 'utf8');
    const styles = [...named.matchAll(/@mantine\/core\/styles\/([A-Za-z-]+\.css)/g)]
      .map(([, file]) => readFileSync(at(`node_modules/@mantine/core/styles/${file}`), 'utf8'))
      .join('\n');
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      for (const [id, { code }] of Object.entries(chunk.modules)) {
        const component = /@mantine\/core\/.*\/(\w+)\.module\.css\.mjs$/.exec(id)?.[1];
        const unstyled = component && code?.match(/m_[0-9a-f]{5,}/g)?.find((name) => !styles.includes(`.${name}`));
        if (unstyled) this.error(`${component} is used: name its styles in src/styles/mantine.css`);
      }
    }
  },
};

/**
 * Takes each icon from its own file: what exports them all makes whoever loads it load six thousand, as each worker of
 * the tests did.
 */
const icons: Plugin = {
  name: 'icons',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes("'@tabler/icons-react'")) return null;
    return code.replace(/import \{([^}]*)\} from '@tabler\/icons-react';/g, (all: string, names: string) => {
      const taken = names.split(',').map((name) => name.trim());
      const own = taken
        .filter((name) => name && !name.startsWith('type '))
        .map((name) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs';`);
      // As many lines as before: places in the source stay where they are.
      return own.join(' ') + '\n'.repeat(all.split('\n').length - 1);
    });
  },
};

/** Domains with many pages of their own, which share much that is nothing to others. */
const largeDomains = 'authors|decks|recordings|releases|summaries|teams';

/**
 * The code that most pages use, and the styles of every page but those with many: together smaller than two requests.
 * A `Place` in app/ is one page with all that its parts need; what is large in ui/ is for a few.
 */
const ofManyPages = [
  /[\\/]src[\\/](app(?![\\/]\w+Place\.)|api(?![\\/]sending[\\/])|lib|styles|ui(?![\\/]large[\\/]))[\\/]/,
  new RegExp(String.raw`[\\/]src[\\/]features[\\/](?!(${largeDomains}|reviewing)[\\/]).*\.css`),
  // The editor and its dialogs need nothing else of what other pages share.
  /@mantine[\\/]core[\\/].*[\\/](Checkbox|Radio|InlineInput)[\\/]/,
];

/**
 * Few files, so that a first visit is few requests: packages that every page needs, what most pages share, what some do,
 * and one file for each page. The pages without an account are built by themselves (`--mode author`) and share nothing.
 */
export default defineConfig(({ mode }) => ({
  plugins: [icons, react(), scheme, alonePageAddresses, mantineStyles],
  resolve: { alias: { '@': at('src') } },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    sourcemap: true,
    target: 'es2023',
    emptyOutDir: !alonePages.includes(mode),
    manifest: alonePages.includes(mode) ? `.vite/${mode}.json` : '.vite/manifest.json',
    rolldownOptions: {
      input: at(alonePages.includes(mode) ? `${mode}.html` : 'index.html'),
      output: {
        codeSplitting: alonePages.includes(mode)
          ? undefined
          : {
              groups: [
                { name: 'vendor', test: /node_modules|rolldown[\\/]runtime/, tags: ['$initial'], priority: 3 },
                { name: 'app', test: (id) => ofManyPages.some((some) => some.test(id)), priority: 2 },
                // For the pages whose edits wait offline, and what they keep their state in.
                { name: 'sending', test: /[\\/](api[\\/]sending|zustand)[\\/]/, minShareCount: 2, priority: 2 },
                // What the editor shares with the tabs and dialogs that it loads later is nothing to other pages.
                {
                  name: 'review',
                  test: /[\\/]features[\\/]reviewing[\\/]review[\\/]/,
                  minShareCount: 2,
                  priority: 2,
                },
                // The virtual list is for a few pages only, and large.
                {
                  name: 'parts',
                  test: new RegExp(String.raw`^(?!.*(virtual|features[\\/](${largeDomains})))`),
                  minShareCount: 2,
                  priority: 1,
                },
                // What the pages of a domain share is nothing to other pages either.
                { name: (id) => /[\\/]features[\\/](\w+)[\\/]/.exec(id)?.[1] ?? null, minShareCount: 2 },
              ],
            },
      },
    },
  },
  server: {
    proxy: {
      '/guides': process.env.LECTERN_BACKEND ?? 'http://127.0.0.1:8000',
      '/api': process.env.LECTERN_BACKEND ?? 'http://127.0.0.1:8000',
    },
  },
}));
