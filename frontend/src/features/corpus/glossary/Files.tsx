import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import classes from './Glossary.module.css';
import { glossaryUrl, useClearGlossary } from './requests';

export function Downloads({ slug }: { slug: string }) {
  return (['tsv', 'tbx'] as const).map((format) => (
    <Button
      key={format}
      component="a"
      href={glossaryUrl(slug, format)}
      download
      aria-label={`Download the glossary as ${format.toUpperCase()}`}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
    >
      {format.toUpperCase()}
    </Button>
  ));
}

export function ClearGlossary({ slug, n }: { slug: string; n: number }) {
  const clear = useClearGlossary(slug);
  return (
    <div className={classes.clear}>
      <AskFirst
        verb="Delete all terms"
        label="Delete all terms"
        question={`${plural(n, 'term')} will be deleted. Download the glossary first.`}
        yes={`Delete ${plural(n, 'term')}`}
        isPending={clear.isPending}
        onYes={() => clear.mutate(undefined)}
      />
      {clear.isError && <ErrorNote error={clear.error} />}
    </div>
  );
}
