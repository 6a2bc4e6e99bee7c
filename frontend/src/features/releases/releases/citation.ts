/** How a release is cited. */

import type { ReleaseDetail } from '@/features/releases/requests/releases';

type Cited = Pick<ReleaseDetail, 'title' | 'version' | 'sha256' | 'finished_at'>;

export function yearOf({ finished_at }: Pick<Cited, 'finished_at'>): string {
  return finished_at ? String(new Date(finished_at).getUTCFullYear()) : '';
}

/** "Harbour Talks. Harbour SI, version 1.2. 2026. SHA-256 9f3c…" */
export function citation(project: string, release: Cited): string {
  return `${project}. ${release.title}, version ${release.version}. ${yearOf(release)}. SHA-256 ${release.sha256}.`;
}

export function bibtex(project: string, release: Cited): string {
  const name =
    release.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/gu, '-')
      .replace(/^-|-$/gu, '') || 'release';
  return [
    `@misc{${name}-${release.version},`,
    `  title = {${tex(release.title)}},`,
    `  author = {{${tex(project)}}},`,
    `  year = {${yearOf(release)}},`,
    `  version = {${release.version}},`,
    `  note = {SHA-256 ${release.sha256}}`,
    '}',
  ].join('\n');
}

const signs: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function tex(text: string): string {
  return text.replace(/[\\{}$&#%_~^]/gu, (sign) => signs[sign] ?? `\\${sign}`);
}
