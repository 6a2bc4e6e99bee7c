import { Button, Menu } from '@mantine/core';
import { IconDownload, IconMail } from '@tabler/icons-react';
import { SearchField } from '@/ui/SearchField';
import { exportAddress } from './requests';

const files = [
  ['ratings', 'tsv', 'Ratings, TSV'],
  ['answers', 'tsv', 'Answers, TSV'],
  ['ratings', 'jsonl', 'Ratings, JSON lines'],
  ['answers', 'jsonl', 'Answers, JSON lines'],
] as const;

interface RatingsActionsProps {
  slug: string;
  search: string;
  onSearch: (search: string) => void;
  hasAuthors: boolean;
  canInvite: boolean;
  onInvite: () => void;
}

/** Finds authors, saves their answers, and invites more. */
export function RatingsActions({ slug, search, onSearch, hasAuthors, canInvite, onInvite }: RatingsActionsProps) {
  return (
    <>
      {hasAuthors && <SearchField label="Find an author or talk" search={search} onSearch={onSearch} />}
      {hasAuthors && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button leftSection={<IconDownload size={15} stroke={1.75} aria-hidden="true" />}>Export</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {files.map(([part, file_format, label]) => (
              <Menu.Item key={label} component="a" href={exportAddress(slug, { part, file_format })} download>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {canInvite && (
        <Button
          variant="filled"
          leftSection={<IconMail size={15} stroke={1.75} aria-hidden="true" />}
          onClick={onInvite}
        >
          Invite authors…
        </Button>
      )}
    </>
  );
}
