import { Checkbox } from '@mantine/core';
import { useSetLinks } from '@/api/imports';
import type { ImportBatch } from '@/api/types';
import { Confidence } from '@/ui/Confidence';
import { ErrorNote } from '@/ui/ErrorNote';
import classes from './BelongsTogether.module.css';
import fileList from './FileList.module.css';
import { relationWords, withAccepted } from './model';

/** What was guessed to belong together; a person has the last word. */
export function BelongsTogether({ batch, editable }: { batch: ImportBatch; editable: boolean }) {
  const setLinks = useSetLinks();
  const names = new Map(batch.files.map(({ id, name }) => [id, name]));
  if (batch.belongs_together.length === 0) return null;
  return (
    <section className={classes.together} aria-labelledby="together-head">
      <h2 id="together-head">
        Belongs together <small>check what was guessed</small>
      </h2>
      <ul>
        {batch.belongs_together.map((link, index) => {
          const from = names.get(link.file) ?? '';
          const known = link.document !== null;
          const to = known ? link.document_title : (names.get(link.to ?? 0) ?? '');
          return (
            <li key={`${link.file} ${link.relation} ${link.to} ${link.document}`}>
              <Checkbox
                checked={link.accepted}
                disabled={!editable || setLinks.isPending}
                aria-label={`${from} ${relationWords[link.relation]} ${to}`}
                onChange={(event) =>
                  setLinks.mutate({
                    id: batch.id,
                    links: withAccepted(batch.belongs_together, index, event.currentTarget.checked),
                  })
                }
              />
              <span className={fileList.name}>{from}</span>
              <span className="muted">{relationWords[link.relation]}</span>
              <span className={known ? undefined : fileList.name} dir="auto">
                {to}
                {known && <small> in the project</small>}
              </span>
              <Confidence value={link.score} />
              <span className="soft">{link.why}</span>
            </li>
          );
        })}
      </ul>
      {setLinks.isError && <ErrorNote error={setLinks.error} />}
    </section>
  );
}
