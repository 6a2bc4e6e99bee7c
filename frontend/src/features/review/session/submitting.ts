/** Handing a review in: what is asked when rows are left, and where one goes on. */

import { rowOf } from '../model/document';
import * as gestures from '../model/gestures';
import { go } from './going';
import type { Session } from './session';
import { tests } from './view';

export function submit(session: Session): void {
  const { doc } = session.state;
  if (doc.state === 'submitted') session.say('This review is submitted already.');
  else if (firstUnreviewed(session)) session.set({ dialog: 'submit' });
  else session.do(gestures.submit(doc, false));
}

export function goToUnreviewed(session: Session): void {
  go(session, firstUnreviewed(session));
}

function firstUnreviewed({ state: { doc } }: Session): string | undefined {
  return doc.order.find((id) => tests.unreviewed(rowOf(doc, id)));
}
