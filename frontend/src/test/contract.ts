/** What server and page both keep to: the corpora of tests/contract/, at the top of the repository. */

import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../../tests/contract');

/** The cases of a corpus, by the file that they are in. */
export function corpus<Case>(name: string): [file: string, cases: Case[]][] {
  const files = readdirSync(resolve(folder, name)).filter((file) => file.endsWith('.json'));
  return files.map((file) => [file, JSON.parse(readFileSync(resolve(folder, name, file), 'utf8')) as Case[]]);
}
