import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { usePairs } from '@/api/pairs';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { Pager, pageSize, usePage } from '@/ui/Pager';
import { SearchField, useSearch } from '@/ui/SearchField';
import { Table } from '@/ui/Table';
import { AlignAll } from './AlignAll';
import { PairRow } from './PairRow';

/** The pairs of a project, each with its state and its next step. */
export function PairsPage() {
  const { slug = '' } = useParams();
  const { search, find } = useSearch();
  const page = usePage();
  const role = useProject(slug).data?.role;
  const mayAlign = may(role, 'runs', 'create');
  const pairs = usePairs({ project: slug, search: search || undefined, page, page_size: pageSize });
  return (
    <Page
      title="Pairs"
      lead={pairs.data && plural(pairs.data.count, search ? 'pair found' : 'pair', search ? 'pairs found' : 'pairs')}
      actions={
        <>
          <SearchField label="Find a pair" search={search} onSearch={find} />
          <Button component={Link} to={`/p/${slug}/documents`}>
            Documents
          </Button>
          {may(role, 'imports', 'create') && <AddButtons slug={slug} />}
        </>
      }
    >
      <Part title="All pairs" actions={pairs.data && mayAlign && <AlignAll pairs={pairs.data.results} />}>
        {pairs.isPending && <Loading what="pairs" />}
        {pairs.isError && <ErrorNote error={pairs.error} onRetry={() => void pairs.refetch()} />}
        {pairs.data?.count === 0 && search === '' && <NoPairs slug={slug} canImport={may(role, 'imports', 'create')} />}
        {pairs.data?.count === 0 && search !== '' && (
          <p className="soft">
            No pairs match “{search}”. <Button onClick={() => find('')}>Clear search</Button>
          </p>
        )}
        {pairs.data && pairs.data.results.length > 0 && (
          <Table
            label="Pairs"
            head={
              <>
                <th>Pair</th>
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
              <PairRow
                key={pair.id}
                slug={slug}
                pair={pair}
                canAlign={mayAlign}
                canReview={may(role, 'reviews', 'create')}
              />
            ))}
          </Table>
        )}
        <Pager total={pairs.data?.count ?? 0} what="pairs" />
      </Part>
    </Page>
  );
}

function AddButtons({ slug }: { slug: string }) {
  return (
    <>
      <Button component={Link} to={`/p/${slug}/pairs/new`}>
        Pair documents
      </Button>
      <Button
        component={Link}
        to={`/p/${slug}/pairs/import`}
        variant="filled"
        leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />}
      >
        Import
      </Button>
    </>
  );
}

function NoPairs({ slug, canImport }: { slug: string; canImport: boolean }) {
  if (!canImport) return <p className="soft">No pairs yet. Only project admins can import files.</p>;
  return (
    <p className="soft">
      No pairs yet. <Link to={`/p/${slug}/pairs/import`}>Import</Link> a paper and its transcript, or the two sides of a
      bitext. The import pairs them.
    </p>
  );
}
