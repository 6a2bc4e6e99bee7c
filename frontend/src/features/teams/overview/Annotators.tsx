import type { Quality, Stages } from '@/api/types';
import { least } from '@/features/teams/alpha';
import { ago, count, dateTime, figure, plural } from '@/lib/format';
import { CsvButton } from '@/ui/CsvButton';
import { judgements } from '@/ui/large/judgements';
import { Part } from '@/ui/Page';
import { right, Table } from '@/ui/Table';
import { AsOf } from './AsOf';
import classes from './Overview.module.css';

type Agreement = Quality['agreement'][number];

/** The figures of the table, and of each person how far they agree with the others. */
export function asCsv(annotators: Stages['annotators'], agreement: readonly Agreement[]) {
  const figures = ['annotator', 'rows', 'reviewed', 'submitted', 'rows_per_hour', 'edits_per_row'];
  return {
    header: [...figures, 'alpha_links', 'alpha_good_mt', 'last_active'],
    rows: annotators.map((one) => {
      const beside = agreement.find(({ annotator }) => annotator === one.annotator);
      return [
        one.name || one.username,
        one.n_rows,
        one.n_reviewed,
        one.n_submitted,
        one.rows_per_hour,
        one.edits_per_row,
        beside?.links ?? null,
        beside?.good_mt ?? null,
        one.last_active,
      ];
    }),
  };
}

interface AnnotatorsProps {
  figures: Stages;
  agreement: readonly Agreement[];
}

/** How far each annotator is, how fast, and how far they agree with the others. */
export function Annotators({ figures, agreement }: AnnotatorsProps) {
  const { annotators } = figures;
  // Without a pair that two people have reviewed there is nothing to compare, and no columns for it.
  const compared = agreement.length > 0;
  const warned = annotators.some(({ n_overridden }) => n_overridden > 0);
  return (
    <Part
      title="Progress by annotator"
      note={annotators.length > 0 && <AsOf what="pace" figures={figures} />}
      actions={
        annotators.length > 0 && (
          <CsvButton name="progress-by-annotator" of="Progress by annotator" {...asCsv(annotators, agreement)} />
        )
      }
    >
      {annotators.length === 0 && <p className="soft">No reviews yet. Start one from an aligned pair.</p>}
      {annotators.length > 0 && (
        <Table
          label="Progress by annotator"
          columns={[
            'Annotator',
            'Rows submitted, in review, remaining',
            right('Rows/h'),
            right('Edits/row'),
            ...(warned ? [right('Overridden')] : []),
            ...(compared ? [right('α links'), right(`α ${judgements.good_mt.toLowerCase()}`)] : []),
            'Last active',
          ]}
        >
          {annotators.map((person) => (
            <Person
              key={person.annotator}
              person={person}
              compared={compared}
              warned={warned}
              agreement={agreement.find(({ annotator }) => annotator === person.annotator)}
            />
          ))}
        </Table>
      )}
      {compared && (
        <p className={classes.legend}>
          α is Krippendorff’s alpha, compared with each person who submitted a review of the same pair. 1 is full
          agreement, 0 is chance.
        </p>
      )}
    </Part>
  );
}

interface PersonProps {
  person: Stages['annotators'][number];
  agreement: Agreement | undefined;
  compared: boolean;
  /** Somebody has overridden warnings. */
  warned: boolean;
}

function Person({ person, agreement, compared, warned }: PersonProps) {
  const { n_rows, n_submitted, n_reviewed, rows_per_hour, edits_per_row, last_active } = person;
  // All rows of a submitted review count as submitted, whatever their status.
  const inReview = Math.max(0, n_reviewed - n_submitted);
  const width = (rows: number) => ({ width: `${n_rows ? (rows / n_rows) * 100 : 0}%` });
  return (
    <tr>
      <th scope="row">{person.name || person.username}</th>
      <td data-nowrap data-label="rows">
        <span className={classes.parts} aria-hidden="true">
          <i data-part="submitted" style={width(n_submitted)} />
          <i data-part="done" style={width(inReview)} />
          <i data-part="left" style={width(Math.max(0, n_rows - n_submitted - inReview))} />
        </span>
        <span className={classes.rows}>
          {count(Math.max(n_reviewed, n_submitted))} / {count(n_rows)}
        </span>
      </td>
      <td data-right data-label="rows/h" className="num">
        {rows_per_hour === null ? '–' : count(Math.round(rows_per_hour))}
      </td>
      <td data-right data-label="edits/row" className="num">
        {edits_per_row === null ? '–' : edits_per_row.toFixed(2)}
      </td>
      {warned && (
        <td data-right data-label="overridden" title="Warnings about post-edits that were overridden" className="num">
          {count(person.n_overridden)}
        </td>
      )}
      {compared && (
        <>
          <Alpha name="α links" value={agreement?.links ?? null} of={agreement} />
          <Alpha name={`α ${judgements.good_mt.toLowerCase()}`} value={agreement?.good_mt ?? null} of={agreement} />
        </>
      )}
      <td data-nowrap className="soft" title={last_active ? dateTime(last_active) : undefined}>
        {last_active ? ago(last_active) : 'never'}
      </td>
    </tr>
  );
}

function Alpha({ name, value, of }: { name: string; value: number | null; of: Agreement | undefined }) {
  const basis = of && `over ${plural(of.n_talks, 'pair')}`;
  return (
    <td
      data-right
      data-label={name}
      className={`num ${value !== null && value < least ? classes.low : ''}`}
      title={basis}
    >
      {figure(value)}
    </td>
  );
}
