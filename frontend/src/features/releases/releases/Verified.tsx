import classes from '@/features/releases/Release.module.css';
import { date } from '@/lib/format';

interface VerifiedProps {
  /** When the release was last checked by its hashes; null before the first time. */
  verifiedAt: string | null;
  problems: readonly string[];
}

/** When a release was last found to be what was frozen, or what was found instead. */
export function Verified({ verifiedAt, problems }: VerifiedProps) {
  if (verifiedAt === null) return null;
  const when = new Date(verifiedAt).toDateString() === new Date().toDateString() ? 'today' : `on ${date(verifiedAt)}`;
  if (problems.length === 0) {
    return <p className={classes.verified}>Verified {when}: rows and files have the hashes they were released with.</p>;
  }
  return (
    <div className={classes.withdrawn} role="alert">
      <p>
        <b>Don’t use this copy.</b> The check {when} found that it is not what was released:
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );
}
