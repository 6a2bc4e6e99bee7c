/** The review editor: bars above and below, rows, map and helper between them. */

import { useCallback, useEffect, useState } from 'react';
import { useTitle } from '@/lib/useTitle';
import { AlignmentMap } from './AlignmentMap';
import { BatchBar } from './BatchBar';
import { BitextGrid } from './BitextGrid';
import { ConflictDialog } from './ConflictDialog';
import { classes, useReview, useReviewSession } from './context';
import { Footer } from './Footer';
import styles from './frame.module.css';
import { GuidedTour } from './GuidedTour';
import { Header } from './Header';
import { Helper } from './Helper';
import { KeysDialog } from './KeysDialog';
import { Paper } from './Paper';
import { ProposalBar } from './ProposalBar';
import { RowMenu } from './RowMenu';
import { SignInAgain } from './SignInAgain';
import { Spans } from './Spans';
import { SubmitDialog } from './SubmitDialog';
import { Toolbar } from './Toolbar';
import { useAddress } from './useAddress';
import { useKeys } from './useKeys';

export function Review() {
  const session = useReviewSession();
  const isTalk = useReview((state) => state.doc.kind === 'paper_talk');
  const title = useReview((state) => state.info.pair.title);
  const returned = useReview((state) => (state.doc.state === 'returned' ? state.info.return_reason : ''));
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const onRange = useCallback((first: number, last: number) => {
    setRange((was) => (was[0] === first && was[1] === last ? was : [first, last]));
  }, []);
  useTitle(title);
  useKeys();
  useAddress();
  useEffect(() => {
    const wake = () => session.wake();
    const offline = () => session.offline();
    const look = () => {
      if (document.visibilityState === 'visible') void session.refresh();
    };
    // Without storage what waits would be lost with the page: the browser asks.
    const leave = (event: BeforeUnloadEvent) => {
      const { queue } = session.state;
      if (!queue.durable && queue.waiting.length > 0) event.preventDefault();
    };
    const timer = setInterval(look, 15_000);
    globalThis.addEventListener('online', wake);
    globalThis.addEventListener('offline', offline);
    globalThis.addEventListener('beforeunload', leave);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('online', wake);
      globalThis.removeEventListener('offline', offline);
      globalThis.removeEventListener('beforeunload', leave);
      document.removeEventListener('visibilitychange', look);
    };
  }, [session]);
  return (
    <div className={classes(styles.review, isTalk && styles.talk)}>
      <Header />
      <Toolbar />
      <section className={styles.wide} aria-label="Notices">
        {returned && (
          <p className={styles.banner} role="status">
            <b>Returned to you:</b> {returned}
          </p>
        )}
        <ProposalBar />
        <BatchBar />
        <RowMenu />
      </section>
      {isTalk ? (
        <>
          <Spans />
          <Paper />
        </>
      ) : (
        <>
          <BitextGrid onRange={onRange} />
          <AlignmentMap range={range} />
        </>
      )}
      <Helper />
      <Footer />
      <ConflictDialog />
      <SignInAgain />
      <SubmitDialog />
      <KeysDialog />
      <GuidedTour />
    </div>
  );
}
