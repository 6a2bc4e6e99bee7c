import { Button, Checkbox, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import type { Choice } from '@/features/aligning/engines/EngineChoice';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { asQuery, PairFilters, usePairFilter } from '@/ui/large/PairFilters';
import { Notice } from '@/ui/Notice';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { SearchField } from '@/ui/SearchField';
import { EngineForAll } from './EngineForAll';
import { Preview } from './Preview';
import { type BulkRequest, useBulkPreview, useStartBulk } from './requests';

/** Aligns every pair that a filter finds: which pairs, how, and what that will do. */
export function AlignPairsPage() {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  if (role !== undefined && !may(role, 'bulk-alignments', 'create')) {
    return (
      <Notice title="Align pairs" out={[`/p/${slug}/pairs`, 'Back to the pairs']}>
        <p>Only project admins can align pairs.</p>
      </Notice>
    );
  }
  return <AlignPairs slug={slug} />;
}

function AlignPairs({ slug }: { slug: string }) {
  const { chosen, choose } = usePairFilter();
  const [choice, setChoice] = useState<Choice>({ name: null, options: {} });
  const [again, setAgain] = useState(false);
  const request: BulkRequest = {
    project: slug,
    filter: chosen,
    engine: choice.name ?? 'auto',
    options: choice.options,
    again,
  };
  const wanted = JSON.stringify(request);
  const [requested] = useDebouncedValue(wanted, 300);
  const preview = useBulkPreview(JSON.parse(requested) as BulkRequest);
  const start = useStartBulk();
  const navigate = useNavigate();
  // Where one of the first steps leads on.
  const next = (useLocation().state as { next?: string } | null)?.next;
  // While what would happen is worked out for another choice, nothing can be started.
  const outlook = requested === wanted && !preview.isPlaceholderData ? preview.data : undefined;
  const back = `/p/${slug}/pairs${asQuery(chosen)}`;
  // While they run they are no longer what the stage asks for: narrowed by it, the list would be empty.
  const after = next ?? `/p/${slug}/pairs${asQuery({ ...chosen, stage: '' })}`;
  return (
    <Page
      title="Align pairs"
      guide="admin#many-pairs-at-once"
      above={<Link to={back}>Pairs</Link>}
      lead="Workers align a few pairs at a time, and runs that people start one by one go first. You can close this page."
      aside={
        <Part title="What will happen">
          <Pending of={preview} what="the pairs" />
          {preview.data && <Preview preview={preview.data} isCurrent={outlook !== undefined} />}
          {start.isError && <ErrorNote error={start.error} />}
          <Button
            data-once
            variant="filled"
            mt={12}
            loading={start.isPending}
            disabled={!outlook || outlook.n_to_align === 0}
            onClick={() => start.mutate(request, { onSuccess: () => void navigate(after) })}
          >
            Align {plural(preview.data?.n_to_align ?? 0, 'pair')}
          </Button>
        </Part>
      }
    >
      <Part title="Which pairs" note={preview.data && `${plural(preview.data.n_pairs, 'pair')} found`}>
        <Group gap={8} align="stretch">
          <SearchField label="Find a pair" search={chosen.search} onSearch={(search) => choose({ search })} />
          <PairFilters chosen={chosen} onChoose={choose} />
        </Group>
        <Checkbox
          mt={12}
          label="Also pairs that have a run with the same result"
          description="Such a run has the same engine, options and texts, and learned from the same accepted rows"
          checked={again}
          onChange={(event) => setAgain(event.currentTarget.checked)}
        />
      </Part>
      <Part title="How">
        <EngineForAll
          examples={preview.data?.examples ?? []}
          choice={choice}
          onChange={setChoice}
          onKind={(kind) => choose({ kind })}
        />
      </Part>
    </Page>
  );
}
