import { Button } from '@mantine/core';
import classes from './Timeline.module.css';

/** The notice over an open editor that pages were found in a recording. */
export function PagesFound({ name, onShow }: { name: string | undefined; onShow: () => void }) {
  return (
    <div className={classes.search}>
      <span role="status">Pages were found in {name}.</span>
      <Button onClick={onShow}>Show them</Button>
    </div>
  );
}
