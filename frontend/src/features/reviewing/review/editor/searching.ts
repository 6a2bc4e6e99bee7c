/** Choosing a view whose search may be a regular expression: that is looked for beside the page first. */

import { rowOf } from '../model/document';
import { errorOf, expressionOf, textOf, type View } from '../model/filters';
import { Matcher } from '../replace/matcher';
import type { Editor } from './editor';

const matchers = new WeakMap<Editor, Matcher>();

function matcherOf(editor: Editor): Matcher {
  const matcher = matchers.get(editor) ?? new Matcher();
  matchers.set(editor, matcher);
  return matcher;
}

/** Shows a view. Returns why it cannot, and then what is shown stays; null if it does. */
export async function chooseView(editor: Editor, view: View): Promise<string | null> {
  const expression = expressionOf(view.query);
  const matcher = matcherOf(editor);
  if (!expression) {
    matcher.stop();
    editor.setView(view);
    return null;
  }
  const error = errorOf(view.query);
  if (error) return error;
  const { doc } = editor.state;
  const texts = doc.order.map((id) => textOf(doc, rowOf(doc, id)));
  try {
    const matches = await matcher.run({ ...expression, texts, replacement: null, literal: false });
    editor.setView(view, new Set(matches.map(({ at }) => doc.order[at] as string)));
    return null;
  } catch (reason) {
    return reason instanceof Error ? reason.message : String(reason);
  }
}

/** What can be shown at once of a view that an address names: an expression is looked for once the page is there. */
export function atOnce(view: View): View {
  return expressionOf(view.query) ? { ...view, query: '' } : view;
}
