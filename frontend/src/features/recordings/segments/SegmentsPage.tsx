import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { Page, Part } from '@/ui/Page';
import { useSegments } from './requests';
import { SegmentsEditor } from './SegmentsEditor';

// A recording is cut once: its code is not part of a first visit.
const CutForm = lazy(async () => ({ default: (await import('./CutForm')).CutForm }));

/** Where the recording of a transcript is cut: by rules first, then by hand. */
export function SegmentsPage() {
  const { slug = '', id } = useParams();
  const number = Number(id);
  const found = useSegments(number);
  const role = useProject(slug).data?.role;
  const isNarrow = useMediaQuery('(max-width: 699px)') ?? false;
  // What the rules have cut anew is another editor, with its own undo.
  const [nCut, setCut] = useState(0);
  if (found.isPending) return <Loading what="the segments" />;
  if (!found.data) {
    return <Notice title="No segments here" failed={found} out={[`/p/${slug}/documents`, 'All documents']} />;
  }
  const mayCut = may(role, 'documents', 'cut_segments');
  const { title, refusal, segments } = found.data;
  if (segments) {
    return (
      <SegmentsEditor
        key={nCut}
        slug={slug}
        document={number}
        stored={found.data}
        mayCut={mayCut}
        mayChange={may(role, 'documents', 'set_segments')}
        isNarrow={isNarrow}
        onCut={() => setCut(nCut + 1)}
      />
    );
  }
  return (
    <Page
      title="Segments"
      above={
        <Link to={`/p/${slug}/documents/${id}`} dir="auto">
          {title}
        </Link>
      }
      lead="Where the recording is cut for recognisers and their training."
    >
      <Part title="Cut the recording">
        {refusal && <p>{refusal} Import a transcript with times, such as VTT, SRT or a recogniser’s JSON.</p>}
        {!refusal && !mayCut && <p className="soft">This recording is not cut yet.</p>}
        <Suspense>
          {!refusal && mayCut && <CutForm document={number} stored={found.data} onCut={() => setCut(nCut + 1)} />}
        </Suspense>
      </Part>
    </Page>
  );
}
