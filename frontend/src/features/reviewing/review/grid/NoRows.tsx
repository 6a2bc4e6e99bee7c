import bar from '../bars/Bar.module.css';
import { useEditor } from '../frame/context';
import { everything } from '../model/filters';
import styles from './BitextGrid.module.css';

/** Said in place of the rows when none match. */
export function NoRows({ filters }: { filters: number }) {
  const editor = useEditor();
  const { order } = editor.state.view;
  return (
    <p className={styles.empty} role="row" tabIndex={-1}>
      <span role="gridcell" tabIndex={-1}>
        {filters > 0
          ? `No rows match ${filters === 1 ? 'this filter' : `these ${filters} filters`}. `
          : 'There are no rows. '}
        {filters > 0 && (
          <button type="button" className={bar.textButton} onClick={() => editor.setView({ ...everything, order })}>
            Clear {filters === 1 ? 'it' : 'them'}
          </button>
        )}
      </span>
    </p>
  );
}
