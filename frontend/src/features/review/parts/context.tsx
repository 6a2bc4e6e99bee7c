/** The session of the page, and how parts read it: each subscribes to what it shows and to nothing else. */

import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Session } from '../session/session';
import type { SessionState } from '../session/state';

const SessionContext = createContext<Session | null>(null);

export const SessionProvider = SessionContext.Provider;

export function useReviewSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('this part of the review editor stands outside of its session');
  return session;
}

export function useReview<T>(selector: (state: SessionState) => T): T {
  return useStore(useReviewSession().store, selector);
}

/** For selectors that build a new object each time. */
export function useReviewParts<T extends object>(selector: (state: SessionState) => T): T {
  return useStore(useReviewSession().store, useShallow(selector));
}

export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
