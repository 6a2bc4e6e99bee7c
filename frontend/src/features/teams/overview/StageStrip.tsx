import { Link } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import type { Stages } from '@/api/types';
import { count } from '@/lib/format';
import classes from './Overview.module.css';

const places: Record<string, string> = {
  in_review: 'reviews?of=all&state=open',
  submitted: 'reviews?of=all&state=submitted',
  in_sets: 'test-sets',
};

/** How many pairs are at each stage; the bar shows their share of all pairs. */
export function StageStrip({ slug, stages }: { slug: string; stages: Stages['stages'] }) {
  const role = useProject(slug).data?.role;
  const seen = may(role, 'test-sets', 'list') ? stages : stages.filter((stage) => stage.key !== 'in_sets');
  const most = Math.max(1, ...stages.map((stage) => stage.count));
  return (
    <ol className={classes.strip} aria-label="Stages">
      {seen.map((stage) => (
        <li key={stage.key}>
          <Link to={`/p/${slug}/${places[stage.key] ?? 'pairs'}`}>
            <span className={classes.stage}>{stage.label}</span>
            <b className="num">{count(stage.count)}</b>
            <span className={classes.share} aria-hidden="true">
              <i style={{ width: `${(stage.count / most) * 100}%` }} />
            </span>
            <span className={classes.note}>{stage.note}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
