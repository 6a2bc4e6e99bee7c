import type { Stages } from '@/api/types';
import { ago, count, dateTime } from '@/lib/format';
import { Table } from '@/ui/Table';
import classes from './Overview.module.css';

export function Annotators({ annotators }: { annotators: Stages['annotators'] }) {
  return (
    <>
      <h2 id="progress-head">Progress by annotator</h2>
      {annotators.length === 0 && <p className="soft">No review has been opened yet. Open one from an aligned talk.</p>}
      {annotators.length > 0 && (
        <Table
          label="Progress by annotator"
          head={
            <>
              <th>Annotator</th>
              <th>Rows submitted, in review, left</th>
              <th data-right>Corrected</th>
              <th>Last active</th>
            </>
          }
        >
          {annotators.map((person) => (
            <Person key={person.annotator} person={person} />
          ))}
        </Table>
      )}
    </>
  );
}

function Person({ person }: { person: Stages['annotators'][number] }) {
  const { n_rows, n_submitted, n_done, n_edited, last_active } = person;
  // Rows of a submitted review count as submitted, whatever their status.
  const inReview = Math.max(0, n_done - n_submitted);
  const width = (rows: number) => ({ width: `${n_rows ? (rows / n_rows) * 100 : 0}%` });
  return (
    <tr>
      <th scope="row">{person.name || person.username}</th>
      <td data-nowrap>
        <span className={classes.parts} aria-hidden="true">
          <i data-part="submitted" style={width(n_submitted)} />
          <i data-part="done" style={width(inReview)} />
          <i data-part="left" style={width(Math.max(0, n_rows - n_submitted - inReview))} />
        </span>
        <span className={classes.rows}>
          {count(Math.max(n_done, n_submitted))} / {count(n_rows)}
        </span>
      </td>
      <td data-right className="num">
        {count(n_edited)}
      </td>
      <td data-nowrap className="soft" title={last_active ? dateTime(last_active) : undefined}>
        {last_active ? ago(last_active) : 'not yet'}
      </td>
    </tr>
  );
}
