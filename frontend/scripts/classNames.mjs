/** Names classes without a rule: those of a CSS module in its file, plain ones in the styles of every page. */

import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const sheets = new Map(
  globSync('**/*.css', { cwd: source }).map((file) => [source + file, readFileSync(source + file, 'utf8')]),
);

/** The classes that the selectors of some styles name. */
const namesIn = (css) =>
  new Set(
    [...css.replace(/\/\*.*?\*\/|"[^"]*"|'[^']*'/gs, '').matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name),
  );

const rules = new Map([...sheets].map(([file, css]) => [file, namesIn(css)]));
const ofEveryPage = new Set([...rules].flatMap(([file, names]) => (file.endsWith('.module.css') ? [] : [...names])));
const fileOf = (path, from) => (path.startsWith('@/') ? source + path.slice(2) : resolve(dirname(from), path));

const isText = (node) =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);

/** Whether strings in it are only compared or looked up by: they are no classes. */
const isAsked = (node) =>
  ts.isElementAccessExpression(node) || (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText()));

/** Each class that a file uses: [its name, where, the styles that have to have it]. */
function* classesOf(tree, file) {
  const modules = new Map();
  function* walk(node, isClass) {
    if (ts.isImportDeclaration(node) && node.moduleSpecifier.text.endsWith('.module.css')) {
      modules.set(node.importClause.name.text, fileOf(node.moduleSpecifier.text, file));
    } else if (ts.isPropertyAccessExpression(node) && modules.has(node.expression.getText(tree))) {
      yield [node.name.text, node, modules.get(node.expression.getText(tree))];
    } else if (isClass && isText(node)) {
      for (const name of node.text.split(/\s+/).filter(Boolean)) yield [name, node, null];
    }
    const opens = ts.isJsxAttribute(node) && node.name.getText(tree) === 'className';
    for (const child of node.getChildren(tree)) yield* walk(child, opens || (isClass && !isAsked(node)));
  }
  yield* walk(tree, false);
}

const faults = globSync('**/*.tsx', { cwd: source }).flatMap((name) => {
  const file = source + name;
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  return [...classesOf(tree, file)]
    .filter(([one, , module]) => !(module ? rules.get(module)?.has(one) : ofEveryPage.has(one)))
    .map(([one, node, module]) => {
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
      return `src/${name}:${line} has the class ${one}, without a rule in ${module ? module.replace(source, 'src/') : 'the styles of every page'}`;
    });
});

for (const [file, css] of sheets) {
  for (const [, names, path] of css.matchAll(/composes:\s*([\w\s-]+?)\s+from\s+["']([^"']+)["']/g)) {
    for (const one of names.split(/\s+/)) {
      if (!rules.get(fileOf(path, file))?.has(one)) {
        faults.push(`${file.replace(source, 'src/')} composes ${one}, without a rule in ${path}`);
      }
    }
  }
}

for (const words of faults) console.error(words);
process.exitCode = faults.length > 0 ? 1 : 0;
