/** The review editor: bars above and below, rows, map and helper between them. */

import { type CSSProperties, useCallback, useState } from 'react';
import { useTitle } from '@/lib/useTitle';
import { later } from '@/ui/later';
import { BatchBar, ProposalBar } from '../bars/BatchBar';
import { Footer } from '../bars/Footer';
import { Header } from '../bars/Header';
import { Toolbar } from '../bars/Toolbar';
import { defaultComfort } from '../editor/comfort';
import { AlignmentMap } from '../grid/AlignmentMap';
import { BitextGrid } from '../grid/BitextGrid';
import { Helper } from '../helper/Helper';
import { Paper } from '../paper/Paper';
import { Spans } from '../paper/Spans';
import { classes, useEditor, useReview } from './context';
import { LaterDialogs, useGlossary } from './LaterDialogs';
import { Returned, Submitted, Superseded } from './Notices';
import styles from './Review.module.css';
import { useAddress } from './useAddress';
import { useBackFromDialogs } from './useBackFromDialogs';
import { useExchange } from './useExchange';
import { useFindings } from './useFindings';
import { useKeys } from './useKeys';
import { useMarkedHits } from './useMarkedHits';

const CarryingBars = later('the bar', () => import('../bars/RepeatBar').then((part) => part.CarryingBars));
const Deck = later('the slides', () => import('../deck/Deck').then((part) => part.Deck));

export function Review() {
  const editor = useEditor();
  const kind = useReview((state) => state.doc.kind);
  const isTalk = kind !== 'bitext';
  const comfort = useReview((state) => state.comfort);
  const isCarrying = useReview((state) => state.cut !== null || state.repeats !== null);
  const isSearching = useReview((state) => state.paperQuery !== null);
  const title = useReview((state) => state.info.pair.title);
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const onRange = useCallback((first: number, last: number) => {
    setRange((was) => (was[0] === first && was[1] === last ? was : [first, last]));
  }, []);
  useTitle(title);
  useKeys();
  useAddress();
  useBackFromDialogs();
  useGlossary();
  useExchange(editor);
  useFindings();
  useMarkedHits();
  return (
    <div
      className={classes(styles.review, isTalk && styles.talk, kind === 'slides_talk' && styles.slides, styles.comfort)}
      data-text={comfort.text}
      data-helper={comfort.helper ? 'on' : 'off'}
      data-searching={isSearching}
      data-map={comfort.map || isTalk ? 'on' : 'off'}
      style={comfort.left === defaultComfort.left ? undefined : widths(comfort.left)}
    >
      <Header />
      <Toolbar />
      <section className={styles.wide} aria-label="Notices">
        <Superseded />
        <Submitted />
        <Returned />
        <ProposalBar />
        <BatchBar />
        {isCarrying && <CarryingBars />}
      </section>
      {kind === 'slides_talk' ? (
        <>
          <Deck />
          <Spans />
        </>
      ) : kind === 'paper_talk' ? (
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
      <LaterDialogs />
    </div>
  );
}

/** Shares of the two texts, of a bitext's rows or of a talk and its paper. */
function widths(left: number): CSSProperties {
  return { '--left': `${left}fr`, '--right': `${100 - left}fr` } as CSSProperties;
}
