/** Where you are: the mark that leads home, the project, the title, and the run that made the proposal. */

import { Link } from 'react-router';
import { language } from '@/lib/format';
import { Mark } from '@/ui/Mark';
import type { ReviewInfo } from '../model/types';
import styles from './Header.module.css';

export function Home() {
  return (
    <Link className={styles.home} to="/" aria-label="Lectern, all projects">
      <Mark />
    </Link>
  );
}

export function Crumbs({ info }: { info: ReviewInfo }) {
  const { pair, project, run: engine } = info;
  const code = (tag: string) => (tag && tag !== 'und' ? tag.toUpperCase() : '?');
  const languages =
    pair.kind === 'bitext' ? `${code(pair.source.language)} → ${code(pair.target.language)}` : 'paper ↔ talk';
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumb">
      <Link to={`/p/${project.slug}/pairs`}>{project.name}</Link>
      <span className={styles.slash} aria-hidden="true">
        /
      </span>
      <h1 title={pair.title}>{pair.title}</h1>
      <span
        className={styles.meta}
        title={
          pair.kind === 'bitext' ? `${language(pair.source.language)}, ${language(pair.target.language)}` : undefined
        }
      >
        {languages}
        {info.kind === 'adjudication' && ' · adjudication'}
        {engine && info.kind === 'review' && (
          <>
            {' '}
            · {engine.engine_label}, run {engine.number}
          </>
        )}
      </span>
    </nav>
  );
}
