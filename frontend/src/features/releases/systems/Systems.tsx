import { Link } from 'react-router';
import classes from '@/features/releases/Release.module.css';
import type { ReleaseDetail } from '@/features/releases/requests/releases';
import { useScoredEngines, useSystems } from '@/features/releases/requests/systems';
import { plural } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { CsvButton } from '@/ui/CsvButton';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { SystemDetails } from './SystemDetails';
import { SystemsTable } from './SystemsTable';
import { columnsOf, figureOf, isOfSegments, ranked } from './scores';
import { Unscored } from './Unscored';

/** Systems scored on a release, engines of this site among them; one opens below the table. */
export function Systems({ release, mayChange }: { release: ReleaseDetail; mayChange: boolean }) {
  const query = useSystems(release.id);
  const params = useAddressParams();
  useScoredEngines(release.id, mayChange);
  const choose = useChooseParams();
  const systems = ranked((query.data ?? []).filter(({ kind }) => !isOfSegments(kind)));
  const nHeard = (query.data?.length ?? 0) - systems.length;
  const columns = columnsOf(systems);
  const open = systems.find(({ id }) => String(id) === params.get('system'));
  const show = (id: number | null) => choose({ system: id === null ? null : String(id), against: null });
  return (
    <Part
      title="Systems"
      note={columns.length > 0 && '95 % intervals from 1,000 samples'}
      actions={
        columns.length > 0 && (
          <CsvButton
            name={`${release.title}-${release.version}-systems`}
            of="Systems"
            header={['system', ...columns.flatMap(({ key }) => [key, `${key}_half_interval`]), 'rows']}
            rows={systems.map((system) => [
              system.name,
              ...columns.flatMap(({ key }) => {
                const figure = figureOf(system.figures, key);
                return [figure?.value ?? null, figure?.half ?? null];
              }),
              system.n_rows,
            ])}
          />
        )
      }
    >
      <Pending of={query} what="the systems" />
      {query.data && systems.length === 0 && (
        <p className="soft">
          No scores yet. {mayChange && release.state === 'frozen' && 'Select “Evaluate a system” to upload an output. '}
          {release.variant !== 'automatic' && 'Runs of this site’s engines are added automatically.'}
        </p>
      )}
      {systems.length > 0 && (
        <SystemsTable
          systems={systems}
          nameOf={(system) =>
            system.figures.length > 0 ? (
              <button
                type="button"
                className={classes.system}
                aria-expanded={open?.id === system.id}
                onClick={() => show(open?.id === system.id ? null : system.id)}
                dir="auto"
              >
                {system.name}
              </button>
            ) : (
              <span dir="auto">{system.name}</span>
            )
          }
          withoutFigures={(system) => <Unscored system={system} mayChange={mayChange} />}
        />
      )}
      {nHeard > 0 && (
        <p className="soft">
          <Link to={`/p/${release.project}/test-sets/outputs?release=${release.id}`}>
            {plural(nHeard, 'output')} of recognisers and synthesisers
          </Link>
        </p>
      )}
      {open && <SystemDetails system={open} systems={systems} mayChange={mayChange} onClose={() => show(null)} />}
    </Part>
  );
}
