/** Names React components of more than 120 lines. Biome's rule for functions does not count the lines of JSX. */

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const most = 120;
const root = fileURLToPath(new URL('..', import.meta.url));
const files = globSync('src/**/*.tsx', { cwd: root }).filter((file) => !file.endsWith('.test.tsx'));

/** Every function of a file that makes components, whatever wraps it: `memo`, `forwardRef`. */
function* functions(node) {
  if (ts.isFunctionLike(node) && node.body) yield node;
  for (const child of node.getChildren()) yield* functions(child);
}

const tooLong = files.flatMap((file) => {
  const source = ts.createSourceFile(file, readFileSync(root + file, 'utf8'), ts.ScriptTarget.Latest, true);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  return [...functions(source)].flatMap((each) => {
    const first = lineOf(each.getStart(source));
    const lines = lineOf(each.end) - first + 1;
    return lines > most ? [`${file}:${first} has ${lines} lines, of at most ${most}`] : [];
  });
});

for (const words of tooLong) console.error(words);
process.exitCode = tooLong.length > 0 ? 1 : 0;
