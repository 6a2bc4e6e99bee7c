import { Link } from 'react-router';
import { about as aboutSeconds, plural } from '@/lib/format';
import { Part } from '@/ui/Page';
import type { ProjectImport } from './requests';

/** What was made of an archive. */
export function ImportedProject({ made }: { made: ProjectImport }) {
  const { about, project, project_name: name } = made;
  const n = (what: string) => about.counts[what] ?? 0;
  const seconds =
    made.started_at && made.finished_at ? (Date.parse(made.finished_at) - Date.parse(made.started_at)) / 1000 : 0;
  return (
    <Part title="Imported">
      <p role="status">
        {project ? (
          <Link to={`/p/${project}`} dir="auto">
            {name}
          </Link>
        ) : (
          name
        )}
        : {plural(n('pairs'), 'pair')}, {plural(n('reviews'), 'review')}, {plural(n('releases'), 'release')} in{' '}
        {aboutSeconds(seconds)}. {about.n_verified > 0 && `${plural(about.n_verified, 'frozen set')} verified by hash.`}
      </p>
      {about.copied && (
        <p className="soft">
          Its rows were on this site already, so rows of its reviews have new ids. Releases keep their files and hashes.
        </p>
      )}
    </Part>
  );
}
