import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { ReleaseDetail } from '@/api/releases';
import { isBeingScored, type System, useRemoveSystem, useSystems } from '@/api/systems';
import { percent } from '@/lib/format';
import { CsvButton } from '@/ui/CsvButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Part } from '@/ui/Page';
import classes from './Release.module.css';
import { SystemDetails } from './SystemDetails';
import { columnsOf, figureOf, figureText, halfText, ranked, scopeOf, signaturesOf } from './scores';

/** Systems scored on a release, engines of this site among them; one opens below the table. */
export function Systems({ release, mayChange }: { release: ReleaseDetail; mayChange: boolean }) {
  const found = useSystems(release.id, true);
  const [params, setParams] = useSearchParams();
  const systems = ranked(found.data ?? []);
  const columns = columnsOf(systems);
  const talks = Math.max(0, ...systems.map(({ n_talks }) => n_talks ?? 0));
  const open = systems.find(({ id }) => String(id) === params.get('system'));
  const show = (id: number | null) =>
    setParams((before) => {
      if (id === null) before.delete('system');
      else before.set('system', String(id));
      before.delete('against');
      return before;
    });
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
      {found.isPending && <Loading what="the systems" />}
      {found.isError && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && systems.length === 0 && (
        <p className="soft">
          No scores yet. {mayChange && release.state === 'frozen' && 'Select “Evaluate a system” to upload an output. '}
          Runs of this site’s engines appear by themselves.
        </p>
      )}
      {systems.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div className={classes.scroll} role="group" aria-label="Systems" tabIndex={0}>
          <table className={classes.figures}>
            <thead>
              <tr>
                <th>System</th>
                {columns.map(({ key, label }) => (
                  <th key={key}>{label}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {systems.map((system) => (
                <tr key={system.id}>
                  <th scope="row">
                    {system.figures.length > 0 ? (
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
                    )}{' '}
                    <small>{[system.engine && 'engine', scopeOf(system, talks)].filter(Boolean).join(', ')}</small>
                  </th>
                  {system.figures.length > 0 ? (
                    columns.map(({ key }) => {
                      const figure = figureOf(system.figures, key);
                      return (
                        <td key={key} className="num">
                          {figure ? figureText(key, figure.value) : '–'}{' '}
                          <small>{figure && halfText(key, figure.half)}</small>
                        </td>
                      );
                    })
                  ) : (
                    <td colSpan={Math.max(1, columns.length)} className={classes.said}>
                      <Unscored system={system} mayChange={mayChange} />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {signaturesOf(systems).map(({ labels, signature }) => (
        <p key={signature} className={classes.signatures}>
          {labels.join(', ')} <code>{signature}</code>
        </p>
      ))}
      {open && <SystemDetails system={open} systems={systems} mayChange={mayChange} onClose={() => show(null)} />}
    </Part>
  );
}

/** A system that waits, is being scored, or failed. */
function Unscored({ system, mayChange }: { system: System; mayChange: boolean }) {
  const remove = useRemoveSystem();
  if (isBeingScored(system)) {
    return (
      <span role="status">
        {system.state === 'queued' ? 'Waiting for a worker' : `${percent(system.progress)} ${system.message}`}
      </span>
    );
  }
  return (
    <>
      <span role="alert">{system.error || 'Scoring failed.'}</span>{' '}
      {mayChange && !system.engine && (
        <Button
          size="compact-sm"
          aria-label={`Remove ${system.name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate(system.id)}
        >
          Remove
        </Button>
      )}
    </>
  );
}
