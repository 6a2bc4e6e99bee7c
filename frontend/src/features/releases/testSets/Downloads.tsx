import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { goldUrl } from './requests';

/** Links that download gold, of the whole project or of one test set. */
export function Downloads({ slug, what, testSet }: { slug: string; what: string; testSet?: number }) {
  return (
    <Group gap={8} mt={8}>
      {(['tsv', 'jsonl'] as const).map((format) => (
        <Button
          key={format}
          component="a"
          href={goldUrl(slug, format, testSet)}
          download
          aria-label={`Download ${what} as ${format.toUpperCase()}`}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </Group>
  );
}
