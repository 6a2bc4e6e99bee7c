import { Link, useLocation, useParams } from 'react-router';
import classes from './EvaluationSwitch.module.css';

const kinds = [
  ['summaries/evaluation', 'Summaries'],
  ['summaries/evaluation/slides', 'Slides'],
] as const;

/** What is evaluated: summaries of papers, or talks with slides. */
export function EvaluationSwitch() {
  const { slug = '' } = useParams();
  const { pathname } = useLocation();
  return (
    <nav className={classes.switch} aria-label="What is evaluated">
      {kinds.map(([path, name]) => {
        const address = `/p/${slug}/${path}`;
        return (
          <Link key={path} to={address} aria-current={pathname === address ? 'page' : undefined}>
            {name}
          </Link>
        );
      })}
    </nav>
  );
}
