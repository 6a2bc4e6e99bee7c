import { Button, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconSearch, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { usePairs } from '@/api/pairs';
import { canManage, canReview, useProject } from '@/api/projects';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { Pager, pageSize, usePage } from '@/ui/Pager';
import { Table } from '@/ui/Table';
import { TalkRow } from './TalkRow';

export function TalksPage() {
  const { slug = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const page = usePage();
  const role = useProject(slug).data?.role;
  const pairs = usePairs({ project: slug, search: search || undefined, page, page_size: pageSize });
  const find = (text: string) =>
    setParams(
      (before) => {
        if (text) before.set('search', text);
        else before.delete('search');
        before.delete('page');
        return before;
      },
      { replace: true },
    );
  return (
    <Page
      title="Talks"
      lead={pairs.data && plural(pairs.data.count, search ? 'talk found' : 'talk', search ? 'talks found' : 'talks')}
      actions={
        <>
          <SearchField search={search} onSearch={find} />
          {canManage(role) && (
            <>
              <Button component={Link} to={`/p/${slug}/talks/pair`}>
                Pair documents
              </Button>
              <Button
                component={Link}
                to={`/p/${slug}/talks/import`}
                variant="filled"
                leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />}
              >
                Import
              </Button>
            </>
          )}
        </>
      }
    >
      <Part title="All talks">
        {pairs.isPending && <Loading what="talks" />}
        {pairs.isError && <ErrorNote error={pairs.error} onRetry={() => void pairs.refetch()} />}
        {pairs.data?.count === 0 && search === '' && (
          <p className="soft">
            No talk yet. Import a paper and its transcript, or the two sides of a bitext; the import pairs them.
          </p>
        )}
        {pairs.data?.count === 0 && search !== '' && (
          <p className="soft">
            No talk matches “{search}”. <Button onClick={() => find('')}>Clear the search</Button>
          </p>
        )}
        {pairs.data && pairs.data.results.length > 0 && (
          <Table
            label="Talks"
            head={
              <>
                <th>Talk</th>
                <th>Kind</th>
                <th>Alignment</th>
                <th>Your review</th>
                <th data-right>Submitted</th>
                <th>
                  <span className="vh">Next step</span>
                </th>
              </>
            }
          >
            {pairs.data.results.map((pair) => (
              <TalkRow key={pair.id} slug={slug} pair={pair} canAlign={canManage(role)} canReview={canReview(role)} />
            ))}
          </Table>
        )}
        <Pager total={pairs.data?.count ?? 0} what="talks" />
      </Part>
    </Page>
  );
}

/** Types into the URL after a pause; `/` comes here. */
function SearchField({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(search);
  const field = useRef<HTMLInputElement>(null);
  const later = useDebouncedCallback(onSearch, 250);
  useHotkeys([['/', () => field.current?.focus()]]);
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label="Find a talk"
      placeholder="Find a talk"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        later(event.currentTarget.value.trim());
      }}
      leftSection={<IconSearch size={15} stroke={1.75} aria-hidden="true" />}
      rightSection={
        text && (
          <CloseButton
            size="sm"
            aria-label="Clear the search"
            onClick={() => {
              setText('');
              onSearch('');
            }}
          />
        )
      }
    />
  );
}
