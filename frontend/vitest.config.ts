/** How tests run: which of them need a page, and which need one of their own. */

import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

/** Tests of what needs no page: they start without one, which is most of what a short test costs. */
const withoutPage = ['src/lib/**/*.test.ts', 'src/**/{model,queue,imports}/**/*.test.ts', 'src/**/model.test.ts'];

/** Need a page of their own: an editor goes on after its test, with its queue and clock; the frame watches the focus. */
const alone = ['src/app/**/*.test.{ts,tsx}', 'src/features/reviewing/review/{editor,keys}/**/*.test.{ts,tsx}'];
/**
 * The tests of a worker share one page, which each of them leaves empty (src/test/setup.ts): to make it anew for each
 * file took four fifths of the time.
 */
const onPage = { environment: 'jsdom', setupFiles: ['src/test/setup.ts'], isolate: false };

export default defineConfig((environment) =>
  mergeConfig(viteConfig(environment), {
    test: {
      restoreMocks: true,
      testTimeout: 20_000,
      // By default one processor is left for whoever works there.
      maxWorkers: '100%',
      projects: [
        { extends: true, test: { name: 'model', environment: 'node', include: withoutPage, isolate: false } },
        {
          extends: true,
          test: { ...onPage, name: 'page', include: ['src/**/*.test.{ts,tsx}'], exclude: [...withoutPage, ...alone] },
        },
        { extends: true, test: { ...onPage, name: 'alone', include: alone, isolate: true } },
      ],
    },
  }),
);
