/** Marking what is searched for, by the browser's own highlights: nothing is drawn anew for it. */

import { expressionOf } from '../model/filters';
import { type Finder, finderOf, plainFinder } from '../model/hits';

const name = 'review-hits';

/** Where texts of documents stand. */
const rowTexts = '[data-scope=rows] [data-chip], [data-post-edited] [data-shown]';
export const paperTexts = '[data-scope=paper] [data-words]';

/** Marks hits until the returned is called, also in rows that come as they are scrolled. */
export function markHits(query: string, paperQuery: string | null, isSpaceless: boolean): () => void {
  // An expression may take for ever, so it is looked for in a worker, which says the rows only.
  const inRows = expressionOf(query) ? null : plainFinder(query);
  const inPaper = paperQuery ? finderOf(paperQuery, isSpaceless) : inRows;
  if (!inRows && !inPaper) return () => undefined;
  let frame = 0;
  const mark = () => {
    frame = 0;
    const ranges = [...rangesIn(document, rowTexts, inRows), ...rangesIn(document, paperTexts, inPaper)];
    CSS.highlights.set(name, new Highlight(...ranges));
  };
  const soon = () => {
    frame ||= requestAnimationFrame(mark);
  };
  const observer = new MutationObserver(soon);
  const scopes = document.querySelectorAll('[data-scope=rows], [data-scope=paper]');
  for (const scope of scopes) observer.observe(scope, { childList: true, subtree: true, characterData: true });
  soon();
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    CSS.highlights.delete(name);
  };
}

/** A hit may run over the edges of elements: what stands in one text is looked at as a whole. */
export function rangesIn(root: ParentNode, selector: string, find: Finder | null): Range[] {
  if (!find) return [];
  return [...root.querySelectorAll(selector)].flatMap((element) => {
    const nodes = textNodes(element);
    const starts: number[] = [];
    let length = 0;
    for (const { data } of nodes) {
      starts.push(length);
      length += data.length;
    }
    const placeOf = (at: number, isEnd: boolean) => {
      const index = starts.findLastIndex((start) => (isEnd ? start < at : start <= at));
      return [nodes[index] as Text, at - (starts[index] as number)] as const;
    };
    return find(nodes.map(({ data }) => data).join('')).map(([start, end]) => {
      const range = new Range();
      range.setStart(...placeOf(start, false));
      range.setEnd(...placeOf(end, true));
      return range;
    });
  });
}

/** Without what only screen readers hear, and what was taken out. */
function textNodes(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('[aria-hidden=true], .vh, del') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  return nodes;
}
