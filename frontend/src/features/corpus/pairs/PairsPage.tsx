import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Link, useParams } from 'react-router';
import { usePairs } from '@/api/pairs';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { plural } from '@/lib/format';
import { asQuery, type ChosenPairs, PairFilters, usePairFilter } from '@/ui/large/PairFilters';
import { Page, Part } from '@/ui/Page';
import { Pager, pageSize, usePage } from '@/ui/Pager';
import { Pending } from '@/ui/Pending';
import { SearchField, useSearch } from '@/ui/SearchField';
import { right, Table, unseen } from '@/ui/Table';
import { PairRow } from './PairRow';

interface PairsPageProps {
  /** How far bulk alignments have come; `app` puts it here, as features never import each other. */
  BulkProgress: ComponentType<{ slug: string; canCancel: boolean }>;
}

/** The pairs of a project, each with its state and its next step. */
export function PairsPage({ BulkProgress }: PairsPageProps) {
  const { slug = '' } = useParams();
  const { search, find } = useSearch();
  const { chosen, choose } = usePairFilter();
  const isNarrowed = asQuery(chosen) !== '';
  const page = usePage();
  const role = useProject(slug).data?.role;
  const mayAlign = may(role, 'runs', 'create');
  const pairs = usePairs({
    project: slug,
    search: search || undefined,
    kind: chosen.kind || undefined,
    stage: chosen.stage || undefined,
    page,
    page_size: pageSize,
  });
  return (
    <Page
      title="Pairs"
      guide="admin#aligning"
      lead={
        pairs.data && plural(pairs.data.count, isNarrowed ? 'pair found' : 'pair', isNarrowed ? 'pairs found' : 'pairs')
      }
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
      <BulkProgress slug={slug} canCancel={may(role, 'bulk-alignments', 'cancel')} />
      <Part
        title={isNarrowed ? 'Pairs found' : 'All pairs'}
        actions={
          <>
            <PairFilters chosen={chosen} onChoose={choose} />
            {mayAlign && (pairs.data?.count ?? 0) > 0 && <AlignPairs slug={slug} chosen={chosen} />}
          </>
        }
      >
        <Pending of={pairs} what="pairs" />
        {pairs.data?.count === 0 && !isNarrowed && <NoPairs slug={slug} canImport={may(role, 'imports', 'create')} />}
        {pairs.data?.count === 0 && isNarrowed && (
          <p className="soft">
            {search
              ? `No pairs match “${search}”${chosen.kind || chosen.stage ? ' and the filters' : ''}. `
              : 'No pairs match the filters. '}
            <Button onClick={() => choose({ search: '', kind: '', stage: '' })}>
              {search ? 'Clear search' : 'Clear filters'}
            </Button>
          </p>
        )}
        {pairs.data && pairs.data.results.length > 0 && (
          <Table
            label="Pairs"
            columns={['Pair', 'Kind', 'Alignment', 'Your review', right('Submitted'), unseen('Next step')]}
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

/** To aligning all of these pairs, not only those of this page; where no stage is asked for, those without links. */
function AlignPairs({ slug, chosen }: { slug: string; chosen: ChosenPairs }) {
  const these: ChosenPairs = { ...chosen, stage: chosen.stage || 'unaligned' };
  return (
    <Button component={Link} to={`/p/${slug}/pairs/align${asQuery(these)}`}>
      Align pairs
    </Button>
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
      No pairs yet. <Link to={`/p/${slug}/pairs/import`}>Import</Link> a paper or slides and their transcript, or the
      two sides of a bitext. The import pairs them.
    </p>
  );
}
