import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type GoldFormat, goldUrl, useHasSlides } from './requests';

const names: Record<GoldFormat, string> = { tsv: 'TSV', jsonl: 'JSONL', vtssum: 'VT-SSum' };

/** Links that download gold, of the whole project or of one test set. */
export function Downloads({ slug, what, testSet }: { slug: string; what: string; testSet?: number }) {
  const hasSlides = useHasSlides(slug);
  const formats = (Object.keys(names) as GoldFormat[]).filter((format) => hasSlides || format !== 'vtssum');
  return (
    <Group gap={8} mt={8}>
      {formats.map((format) => (
        <Button
          key={format}
          component="a"
          href={goldUrl(slug, format, testSet)}
          download
          aria-label={`Download ${what} as ${names[format]}`}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        >
          {names[format]}
        </Button>
      ))}
    </Group>
  );
}
