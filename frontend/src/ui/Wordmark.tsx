import { Link } from 'react-router';
import { Mark } from './Mark';
import classes from './Wordmark.module.css';

/** The name with its mark, a link to all projects. */
export function Wordmark() {
  return (
    <Link to="/" className={classes.wordmark}>
      <Mark />
      Lectern
    </Link>
  );
}
