import type { Glossary, Term } from '../model/glossary';

/** The terms of a source, each once, with whether `text` renders them; null where nothing is written. */
export function termsIn(
  glossary: Glossary,
  source: string,
  text: string | null,
): readonly { term: Term; isThere: boolean }[] {
  const terms = [...new Set(glossary.find(source).flatMap((found) => found.terms))];
  const missing = new Set(
    text === null
      ? []
      : glossary
          .faults(source, text)
          .missing.flat()
          .map(({ id }) => id),
  );
  return terms.map((term) => ({ term, isThere: text !== null && term.targets.length > 0 && !missing.has(term.id) }));
}
