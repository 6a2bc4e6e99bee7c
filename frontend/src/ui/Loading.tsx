import { useEffect, useState } from 'react';
import classes from './Loading.module.css';

/** Says what is loading, once it takes longer than 300 ms. */
export function Loading({ what }: { what: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className={classes.loading} role="status">
      {late ? `Loading ${what}` : ''}
    </p>
  );
}
