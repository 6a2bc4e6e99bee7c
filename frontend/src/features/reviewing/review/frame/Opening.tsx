/** The frame of a review before its rows are here: where one is, the way back, and what is being opened. */

import { Link } from 'react-router';
import { count } from '@/lib/format';
import { Loading } from '@/ui/Loading';
import bar from '../bars/Bar.module.css';
import footer from '../bars/Footer.module.css';
import { Crumbs, Home } from '../bars/Header';
import header from '../bars/Header.module.css';
import type { ReviewInfo } from '../model/types';
import { classes } from './context';
import styles from './Review.module.css';

/** The bars are as high as they will be: nothing moves when the rows come. */
export function Opening({ info }: { info: ReviewInfo | null }) {
  return (
    <div className={classes(styles.review, info && info.pair.kind !== 'bitext' && styles.talk)} aria-busy="true">
      <header className={bar.bar}>
        <Home />
        {info ? (
          <Crumbs info={info} />
        ) : (
          <nav className={header.crumbs} aria-label="Breadcrumb">
            <Link to="/">All projects</Link>
          </nav>
        )}
      </header>
      <div className={bar.tools} />
      <div className={styles.wide} />
      <main className={styles.wide}>
        <Loading what={info ? `${count(info.n_rows)} rows` : 'the review'} />
      </main>
      <div className={footer.status} />
    </div>
  );
}
