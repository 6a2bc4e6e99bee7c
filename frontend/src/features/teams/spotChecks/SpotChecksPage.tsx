import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { DrawForm } from './DrawForm';
import { OwnWork } from './OwnWork';
import { useSpotChecks } from './requests';
import { SpotCheckTable } from './SpotCheckTable';

/** Some of what each person has settled is judged by somebody else, and accepted or sent back. */
export function SpotChecksPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const maySee = may(role, 'spot-checks', 'retrieve');
  return (
    <Page
      title="Spot checks"
      guide="admin#spot-checks"
      lead="Some of what each person has settled is judged by somebody else."
    >
      {tabs}
      {role && !maySee && <p className="soft">Those who check slides and transcripts see their results here.</p>}
      {maySee && (
        <Checks slug={slug} mayJudge={may(role, 'spot-checks', 'judge')} mayDraw={may(role, 'spot-checks', 'draw')} />
      )}
    </Page>
  );
}

function Checks({ slug, mayJudge, mayDraw }: { slug: string; mayJudge: boolean; mayDraw: boolean }) {
  const asked = useSpotChecks(slug, true);
  const { checks = [], settled } = asked.data ?? {};
  const own = checks.filter(({ is_own }) => is_own);
  const open = checks.filter(({ is_own, state }) => !is_own && state === 'open');
  const decided = checks.filter(({ is_own, state }) => !is_own && state !== 'open');
  return (
    <>
      <Pending of={asked} what="spot checks" />
      {asked.data && (own.length > 0 || !mayJudge) && <OwnWork slug={slug} checks={own} />}
      {asked.data && mayJudge && (
        <Part title="To judge">
          {open.length === 0 && <p className="soft">No spot check to judge.</p>}
          {open.length > 0 && <SpotCheckTable slug={slug} label="To judge" checks={open} mayRemove={mayDraw} />}
        </Part>
      )}
      {decided.length > 0 && (
        <Part title="Decided">
          <SpotCheckTable slug={slug} label="Decided" checks={decided} mayRemove={false} />
        </Part>
      )}
      {mayDraw && settled && <DrawForm slug={slug} settled={settled} />}
    </>
  );
}
