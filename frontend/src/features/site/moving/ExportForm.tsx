import { Button, Checkbox, Radio } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isLive } from '@/api/work';
import { count, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import { right, Table } from '@/ui/Table';
import classes from './Moving.module.css';
import { type Exports, type People, useExport } from './requests';

interface Line {
  what: string;
  note?: string;
  many: string;
}

function linesOf(counts: Exports['counts']): Line[] {
  const n = (what: string) => counts[what] ?? 0;
  return [
    { what: 'Texts, with earlier versions', many: `${plural(n('pairs'), 'pair')}, ${plural(n('documents'), 'text')}` },
    { what: 'Runs and what they proposed', many: count(n('runs')) },
    {
      what: 'Reviews of each person, with the log',
      many: `${count(n('reviews'))}, ${plural(n('edits'), 'edit')}`,
    },
    { what: 'Adjudications', many: count(n('adjudications')) },
    {
      what: 'Guidelines, glossary, rules',
      many: `${plural(n('guidelines'), 'version')}, ${plural(n('terms'), 'term')}`,
    },
    {
      what: 'Test sets and releases',
      note: 'same files, same hash',
      many: `${count(n('test_sets'))}, ${count(n('releases'))}`,
    },
    { what: 'Activity', note: 'without internet addresses', many: plural(n('activity'), 'entry', 'entries') },
  ];
}

/** Says what goes along, and has it made. */
export function ExportForm({ slug, found }: { slug: string; found: Exports }) {
  const make = useExport(slug);
  const [people, setPeople] = useState<People>(found.names_stay ? 'names' : 'pseudonyms');
  const [withRecordings, setWithRecordings] = useState(false);
  const recordings = found.counts.recordings ?? 0;
  const { reset } = make;
  const nDone = found.exports.filter(({ state }) => state === 'done').length;
  // Why the last request was refused is of no use once an archive is there.
  useEffect(() => {
    if (nDone > 0) reset();
  }, [nDone, reset]);
  return (
    <>
      <Part title="Export this project" note="one archive: JSON lines, files, a checksum for each">
        <Table label="What goes along" columns={['What goes along', right('How many')]}>
          {linesOf(found.counts).map(({ what, note, many }) => (
            <tr key={what}>
              <th scope="row">
                {what} {note && <small>{note}</small>}
              </th>
              <td data-right data-label="how many" className="num">
                {many}
              </td>
            </tr>
          ))}
        </Table>
        {recordings > 0 && (
          <Checkbox
            className={classes.recordings}
            label={`The files of ${plural(recordings, 'recording')}; their addresses go in any case`}
            checked={withRecordings}
            onChange={(event) => setWithRecordings(event.currentTarget.checked)}
          />
        )}
      </Part>
      <Part title="People">
        <Radio.Group
          aria-label="What stands for people"
          value={people}
          onChange={(value) => setPeople(value === 'names' ? 'names' : 'pseudonyms')}
        >
          <div className={classes.radios}>
            <Radio value="names" label="Names" description="To move the project: user names and names" />
            <Radio
              value="pseudonyms"
              label="Pseudonyms"
              description={
                found.names_stay ||
                'The same as in releases. Names in comments, reasons and the activity are replaced too.'
              }
              disabled={found.names_stay !== ''}
            />
          </div>
        </Radio.Group>
        {make.isError && <ErrorNote error={make.error} />}
        <div className={classes.buttons}>
          <Button
            data-once
            variant="filled"
            loading={make.isPending}
            disabled={found.exports.some(isLive)}
            onClick={() => make.mutate({ people, with_recordings: withRecordings })}
          >
            Export
          </Button>
          <span className="soft">Never inside: passwords, tokens, webhooks, e-mail addresses.</span>
        </div>
      </Part>
    </>
  );
}
