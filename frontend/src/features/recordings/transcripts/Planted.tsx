import { clock } from '@/lib/format';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { Table } from '@/ui/Table';
import { type Submission, usePlanted } from './requests';
import classes from './Transcripts.module.css';

/** The check masks of a submission: what both recognisers heard, and what was answered. */
export function Planted({ submission }: { submission: Submission }) {
  const planted = usePlanted(submission.id);
  const { figures, user, title } = submission;
  return (
    <Part title={`${user.name}, ${title}`} note={`${figures?.n_right} of ${figures?.n_planted} check masks right`}>
      <Pending of={planted} what="check masks" />
      {planted.data && (
        <Table label="Check masks" columns={['At', 'Heard by both recognisers', 'Answered', 'Line', 'Outcome']}>
          {planted.data.masks.map((mask) => (
            <tr key={mask.start}>
              <td className="num">{clock(mask.start ?? 0)}</td>
              <td className={classes.heard}>{mask.heard}</td>
              <td className={classes.heard}>
                {mask.answered ? (
                  mask.is_right ? (
                    mask.answered
                  ) : (
                    <del>{mask.answered}</del>
                  )
                ) : (
                  <i>
                    {mask.choice === 'nothing'
                      ? 'nothing said'
                      : mask.choice === 'unintelligible'
                        ? 'unintelligible'
                        : 'empty'}
                  </i>
                )}
              </td>
              <td className={classes.heard}>
                {mask.before} […] {mask.after}
              </td>
              <td>
                <span className={classes.state} data-tone={mask.is_right ? 'good' : 'bad'}>
                  {mask.is_right ? 'right' : mask.choice === null ? 'empty' : 'wrong'}
                  {mask.seconds !== null && `, ${mask.seconds.toFixed(1)} s`}
                </span>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Part>
  );
}
