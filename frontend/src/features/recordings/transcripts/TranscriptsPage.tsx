import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { Page } from '@/ui/Page';
import { OwnPasses } from './OwnPasses';
import { Submissions } from './Submissions';

/** Transcripts that people make true: one's own passes, and for admins what was submitted. */
export function TranscriptsPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  return (
    <Page
      title="Transcripts"
      guide="admin#checking-transcripts"
      lead="Where two recognisers heard different words, people say what was said."
    >
      {tabs}
      {may(role, 'transcripts', 'queue') && <OwnPasses slug={slug} />}
      {may(role, 'transcripts', 'retrieve') && <Submissions slug={slug} />}
      {role === 'viewer' && <p className="soft">Those who check transcripts see their work here.</p>}
    </Page>
  );
}
