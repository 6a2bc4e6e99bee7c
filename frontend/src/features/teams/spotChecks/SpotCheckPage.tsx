import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { Decision } from './Decision';
import { Faults } from './Faults';
import { Judge } from './Judge';
import { useSpotCheck } from './requests';

/** One spot check: to be judged, or, of one's own work, with what is wrong. */
export function SpotCheckPage() {
  const { slug = '', id } = useParams();
  const role = useProject(slug).data?.role;
  const check = useSpotCheck(Number(id));
  if (check.isPending) return <Loading what="the spot check" />;
  if (!check.data) {
    return (
      <Notice
        title="Couldn’t open the spot check"
        failed={check}
        out={[`/p/${slug}/reviews/spot-checks`, 'All spot checks']}
      />
    );
  }
  if (check.data.is_own) return <Faults slug={slug} check={check.data} />;
  const mayJudge = may(role, 'spot-checks', 'judge');
  return (
    <Judge
      key={check.data.id}
      slug={slug}
      check={check.data}
      canJudge={mayJudge && check.data.state === 'open'}
      decision={mayJudge && <Decision slug={slug} check={check.data} />}
    />
  );
}
