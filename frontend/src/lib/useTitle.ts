import { createContext, useContext, useEffect } from 'react';

/** What the pages inside stand in, such as a project: the tab names it after the page. */
export const TitlePlace = createContext<string | undefined>(undefined);

/** Names the browser's tab while a page is open. */
export function useTitle(...parts: (string | undefined)[]) {
  const place = useContext(TitlePlace);
  const title = [...parts, place, 'Lectern'].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
