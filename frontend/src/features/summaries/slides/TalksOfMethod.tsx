import { Pending } from '@/ui/Pending';
import { type Column, figureText, type Shown } from './model';
import { useSlidesTalks } from './requests';
import classes from './Slides.module.css';

/** The figures of one method, talk by talk: those that it can say something of. */
export function TalksOfMethod({ row, of }: { row: Shown; of: readonly Column[] }) {
  const found = useSlidesTalks(row.table, row.id);
  if (!found.data) {
    return (
      <tr>
        <td colSpan={of.length + 1}>
          <Pending of={found} what="talks" />
        </td>
      </tr>
    );
  }
  return found.data.talks
    .filter(({ figures }) => Object.keys(figures).length > 0)
    .map((talk) => (
      <tr key={talk.id} className={classes.talk}>
        <td data-name dir="auto">
          {talk.title}
        </td>
        {of.map((column) => (
          <td key={column.name} data-label={column.head}>
            {figureText(talk.figures[column.name], column)}
          </td>
        ))}
      </tr>
    ));
}
