import { everything } from '../model/filters';
import { useReviewSession } from './context';
import frame from './frame.module.css';
import styles from './grid.module.css';

/** Said in place of the rows when none match. */
export function NoRows({ filters }: { filters: number }) {
  const session = useReviewSession();
  const { order } = session.state.view;
  return (
    <p className={styles.empty} role="row" tabIndex={-1}>
      <span role="gridcell" tabIndex={-1}>
        {filters > 0
          ? `No rows match ${filters === 1 ? 'this filter' : `these ${filters} filters`}. `
          : 'There are no rows. '}
        {filters > 0 && (
          <button type="button" className={frame.textButton} onClick={() => session.setView({ ...everything, order })}>
            Clear {filters === 1 ? 'it' : 'them'}
          </button>
        )}
      </span>
    </p>
  );
}
