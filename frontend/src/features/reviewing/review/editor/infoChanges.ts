/** What the server says of a review beside its rows: what replaced it, corrections of its texts, its guidelines. */

import type { StoreApi } from 'zustand/vanilla';
import { correctionsOf } from '../model/corrections';
import { factsOf } from '../model/filters';
import type { OperationsAnswer } from '../model/types';
import { type EditorState, noticeOf } from './state';
import type { Transport } from './transport';

type Store = StoreApi<EditorState>;

export function takeInfo(answer: OperationsAnswer, store: Store, transport: Transport): void {
  replacedBy(answer.review.superseded_by, store);
  countCorrections(answer.corrections, store, transport);
  compareGuidelines(answer.guidelines, store, transport);
}

/** A newer version of the text was imported: this review becomes read-only and names the one to continue with. */
export function replacedBy(review: number | null, store: Store): void {
  const { info } = store.getState();
  if (review !== null && review !== info.superseded_by) store.setState({ info: { ...info, superseded_by: review } });
}

/** `n`: how often the texts were corrected and corrections withdrawn; with another number they are read again. */
export function countCorrections(n: number | undefined, store: Store, transport: Transport): void {
  if (n === undefined || n === store.getState().corrections.n) return;
  transport.corrections().then(
    (all) => store.setState({ corrections: correctionsOf(all) }),
    // The count still differs, so the next poll asks again.
    () => undefined,
  );
}

/** An admin has published a version: what is offered may be other labels, and the person is told. */
function compareGuidelines(now: OperationsAnswer['guidelines'], store: Store, transport: Transport): void {
  const known = store.getState().info.guidelines;
  if (!now || (now.version === known?.version && now.current === known?.current)) return;
  transport.info().then(
    (info) => {
      const { version, current, note } = info.guidelines;
      const moved = version === current ? 'This review goes on under it.' : 'This review keeps its own.';
      const words = `Version ${current} of the guidelines was published${note && `: ${note}`}. ${moved}`;
      const state = store.getState();
      store.setState({
        info,
        facts: { ...factsOf(state.doc, info.labels, state.skipped), findings: state.facts.findings },
        ...noticeOf(state, words, 'quiet'),
      });
    },
    // They still differ, so the next poll asks again.
    () => undefined,
  );
}
