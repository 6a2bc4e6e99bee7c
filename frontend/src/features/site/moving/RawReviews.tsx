import { Button, Checkbox } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { plural } from '@/lib/format';
import { Part } from '@/ui/Page';
import classes from './Moving.module.css';

const forms = [
  ['jsonl', 'JSON lines'],
  ['tsv', 'TSV'],
  ['long', 'Long table for R, pandas'],
] as const;

/** Downloads every row of every review, or what people said of the same. */
export function RawReviews({ slug, nReviews }: { slug: string; nReviews: number }) {
  const [withNames, setWithNames] = useState(false);
  const people = withNames ? 'names' : 'pseudonyms';
  return (
    <Part title="Only the raw reviews" note={`${plural(nReviews, 'review')}, one line a row and person`}>
      <Checkbox
        className={classes.recordings}
        label="With user names in the place of pseudonyms"
        checked={withNames}
        onChange={(event) => setWithNames(event.currentTarget.checked)}
      />
      <div className={classes.buttons}>
        {forms.map(([form, label]) => (
          <Button
            key={form}
            component="a"
            href={`/api/v1/projects/${slug}/raw-reviews/?form=${form}&people=${people}`}
            download
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
          >
            {label}
          </Button>
        ))}
      </div>
    </Part>
  );
}
