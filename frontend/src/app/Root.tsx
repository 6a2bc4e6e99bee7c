import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { NewVersion } from './NewVersion';
import { useSingleClicks } from './useSingleClicks';
import { keepReviewPage } from './versions';

/** How long a page may take to show its heading; after that whoever reads has found a place of their own. */
const patienceMilliseconds = 10_000;

/** The editor keeps its own place: the row one was on. */
const keepsItsPlace = (pathname: string) => pathname.startsWith('/review/');

/**
 * What a browser does by itself between documents: a new page begins at its top, *back* returns to where one was, and
 * the focus goes to the heading, so that what is read aloud is the page and not the link that led to it.
 */
export function Root() {
  useSingleClicks();
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const isReview = keepsItsPlace(pathname);
  useEffect(() => {
    if (!isReview) return;
    // After the review is shown.
    const timer = setTimeout(keepReviewPage, 3_000);
    return () => clearTimeout(timer);
  }, [isReview]);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (!keepsItsPlace(pathname)) return focusHeading();
  }, [pathname]);
  return (
    <>
      <Outlet />
      <NewVersion />
      {!keepsItsPlace(pathname) && <ScrollRestoration />}
    </>
  );
}

/**
 * Focuses the page's heading as soon as there is one, unless something has been focused meanwhile or the page has put
 * the focus into a field of its own, as the one for signing in does. Returns its end.
 */
function focusHeading(): () => void {
  const left = document.activeElement;
  if (left?.matches('main :is(input, select, textarea)')) return () => undefined;
  const put = () => {
    const now = document.activeElement;
    if (now !== left && now !== document.body) return true;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (put()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (put()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), patienceMilliseconds);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
