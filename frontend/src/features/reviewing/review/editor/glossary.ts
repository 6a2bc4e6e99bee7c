/** Loading the glossary of the project. */

import { factsOf } from '../model/filters';
import type { Editor } from './editor';

/** Asks for the terms of a bitext's languages, once; the code that finds them is loaded where there are any. */
export async function loadGlossary(editor: Editor, isGone: () => boolean): Promise<void> {
  const { info, doc } = editor.state;
  if (doc.kind !== 'bitext' || doc.terms.glossary || !doc.sourceLanguage || !doc.targetLanguage) return;
  const languages = { source: doc.sourceLanguage, target: doc.targetLanguage };
  const terms = await editor.transport.terms(info.project.slug, languages);
  if (terms.length === 0 || isGone()) return;
  const { glossaryOf } = await import('../terms');
  if (isGone()) return;
  const glossary = glossaryOf(terms);
  doc.terms.glossary = glossary;
  // Which rows have warnings is another question now: what was counted by the old one is counted anew.
  const { doc: now, info: current, skipped, facts } = editor.state;
  editor.set({ glossary, facts: { ...factsOf(now, current.labels, skipped), findings: facts.findings } });
  const { view } = editor.state;
  if (view.filters.includes('warned') && view.query === '') editor.setView(view);
}
