import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { usePairs } from '@/api/pairs';
import { canManage, canReview, useProject } from '@/api/projects';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { Pager, pageSize, usePage } from '@/ui/Pager';
import { SearchField, useSearch } from '@/ui/SearchField';
import { Table } from '@/ui/Table';
import { AlignAll } from './AlignAll';
import { TalkRow } from './TalkRow';

export function TalksPage() {
  const { slug = '' } = useParams();
  const { search, find } = useSearch();
  const page = usePage();
  const role = useProject(slug).data?.role;
  const pairs = usePairs({ project: slug, search: search || undefined, page, page_size: pageSize });
  return (
    <Page
      title="Talks"
      lead={pairs.data && plural(pairs.data.count, search ? 'talk found' : 'talk', search ? 'talks found' : 'talks')}
      actions={
        <>
          <SearchField label="Find a talk" search={search} onSearch={find} />
          <Button component={Link} to={`/p/${slug}/documents`}>
            Documents
          </Button>
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
      <Part title="All talks" actions={pairs.data && canManage(role) && <AlignAll pairs={pairs.data.results} />}>
        {pairs.isPending && <Loading what="talks" />}
        {pairs.isError && <ErrorNote error={pairs.error} onRetry={() => void pairs.refetch()} />}
        {pairs.data?.count === 0 && search === '' && (
          <p className="soft">
            No talk yet.{' '}
            {canManage(role) ? (
              <>
                <Link to={`/p/${slug}/talks/import`}>Import</Link> a paper and its transcript, or the two sides of a
                bitext; the import pairs them.
              </>
            ) : (
              'Who administers the project imports them.'
            )}
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
