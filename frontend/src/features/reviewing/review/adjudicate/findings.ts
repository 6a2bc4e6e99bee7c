/** What annotators left to look at in the texts of their rows goes along to the adjudicator. */

import { loadedFindings } from '../editor/laterFindings';
import type { Doc } from '../model/document';
import type { Row } from '../model/types';
import type { Line, Region } from './model';

type Said = Line['rows'][number][number];

/** In words; empty where nothing is, or somebody has taken it as right, and before anybody has looked (`useFindings`). */
export function findingsIn(doc: Doc, row: Said): readonly string[] {
  // Of what makes a row of the result, texts and labels are all that is looked at.
  const findings = loadedFindings();
  return findings?.openFindings(findings.findingsOfTexts(doc, row as Row)).map(({ text }) => text) ?? [];
}

/** `result`: the rows of the region, where it is settled. */
export function hasFindings(doc: Doc, region: Region, result: readonly Row[] | null): boolean {
  return (result ?? region.rows.flat()).some((row) => findingsIn(doc, row).length > 0);
}
