/** Having key sentences proposed for all pages that nobody has reviewed. */

import { plural } from '@/lib/format';
import type { Editor } from '../editor/editor';
import { isRefusal } from '../model/gesture';
import { propose, type Way } from '../model/keySentences';

/** Asks the server first what people have set one by one, in other pages too: that stays. */
export async function proposeKeys(editor: Editor, way: Way, words: string): Promise<void> {
  try {
    if (!(await editor.exchange.queue.flushed()))
      throw new Error('Some edits are not saved yet. Try again once they are.');
    const byHand = new Set(await editor.transport.keySentencesByHand());
    editor.afterwards(() => {
      const { doc } = editor.state;
      if (!doc.keyOptions) return;
      const gesture = propose(doc, way, byHand, doc.keyOptions);
      if (!editor.do(gesture) || isRefusal(gesture)) return;
      const changed = `Changed on ${plural(gesture.nPages ?? 0, 'page')}`;
      editor.say(`${words}. ${changed}; what is reviewed or set by hand stays.`);
    });
  } catch (error) {
    editor.say(error instanceof Error && error.message ? error.message : 'The server did not answer.', 'warn');
  }
}
