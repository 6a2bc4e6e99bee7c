import { Radio, Stack } from '@mantine/core';
import type { FileChange, ImportedDocument, ImportFile } from '@/api/types';
import { date, plural } from '@/lib/format';
import classes from './SameName.module.css';

type Named = ImportedDocument & { same_name: NonNullable<ImportedDocument['same_name']> };

interface SameNameProps {
  file: ImportFile;
  disabled: boolean;
  onChange: (change: FileChange) => void;
}

/** Asks what a file becomes whose name the project has with another text, before anything is stored. */
export function SameName({ file, disabled, onChange }: SameNameProps) {
  const named = file.documents.filter(isNamed);
  const [first] = named;
  if (first === undefined) return null;
  const isVersion = named.every(({ status }) => status === 'changed');
  const { n_documents, imported_at } = first.same_name;
  return (
    <Radio.Group
      className={classes.sameName}
      label={titleOf(named)}
      value={isVersion ? 'version' : 'beside'}
      onChange={(same_name) => onChange({ same_name: same_name as 'version' | 'beside' })}
    >
      <Stack gap={8} mt={8}>
        <Radio
          value="version"
          disabled={disabled}
          label={
            n_documents > 1
              ? `Make this the new version of the newest, imported ${date(imported_at)}`
              : 'Make this its new version'
          }
          description={isVersion ? carried(named) : `${same(named)} Reviews are carried over.`}
        />
        <Radio
          value="beside"
          disabled={disabled}
          label={`Import it beside the old ${n_documents > 1 ? 'ones' : 'one'}`}
          description={
            file.documents.length > 1
              ? 'A second pair of this name; the reviews stay with the old one.'
              : 'A second document of this name; pairs and reviews stay with the old one.'
          }
        />
      </Stack>
    </Radio.Group>
  );
}

export function isNamed(document: ImportedDocument): document is Named {
  return Boolean(document.same_name); // a file that was staged before there were names says nothing of it
}

function titleOf(named: Named[]): string {
  const titles = [...new Set(named.map(({ title }) => title))];
  const [title = ''] = titles;
  if (titles.length > 1)
    return `${plural(titles.length, 'talk')} of this file are already in the project with other text`;
  const most = Math.max(...named.map(({ same_name }) => same_name.n_documents));
  return most > 1
    ? `${plural(most, 'document')} named ${title} are already in the project with other text`
    : `${title} is already in the project with other text`;
}

/** "1 sentence added, 1 removed. 2 reviews are carried over: rows whose text has not changed stay as they are." */
function carried(named: Named[]): string {
  const sum = (of: (document: Named) => number) => named.reduce((all, document) => all + of(document), 0);
  const reviews = Math.max(...named.map(({ n_reviews }) => n_reviews));
  const changes = `${plural(
    sum(({ n_added }) => n_added),
    'sentence',
  )} added, ${sum(({ n_removed }) => n_removed)} removed.`;
  if (reviews === 0) return changes;
  const are = reviews === 1 ? 'is' : 'are';
  return `${changes} ${plural(reviews, 'review')} ${are} carried over: rows whose text has not changed keep their decisions.`;
}

function same(named: Named[]): string {
  const n_same = named.reduce((all, { same_name }) => all + same_name.n_same, 0);
  const n_sentences = named.reduce((all, { n_units }) => all + n_units, 0);
  return `${n_same} of ${plural(n_sentences, 'sentence')} are the same.`;
}
