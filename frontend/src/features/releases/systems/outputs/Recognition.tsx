import type { Release } from '@/features/releases/requests/releases';
import { type System, useDifferences } from '@/features/releases/requests/systems';
import { columnsOf, figureOf } from '@/features/releases/systems/scores';
import { count, plural } from '@/lib/format';
import { CsvButton } from '@/ui/CsvButton';
import { Part } from '@/ui/Page';
import { right, Table } from '@/ui/Table';
import { OutputRow } from './OutputRow';
import classes from './Outputs.module.css';
import { OutputTalks } from './OutputTalks';
import { axisEnd, isBest } from './rates';

interface RecognitionProps {
  title: string;
  release: Release;
  /** Of one language, the best first. */
  systems: readonly System[];
  open: System | undefined;
  mayChange: boolean;
}

/** Recognisers by their error rates, each with how far it is from the best; one opens into its talks. */
export function Recognition({ title, release, systems, open, mayChange }: RecognitionProps) {
  const columns = columnsOf(systems);
  const scored = systems.filter(({ figures }) => figures.length > 0);
  const [best] = scored;
  const differences = useDifferences(best?.id, scored.length).data ?? [];
  const ends = Object.fromEntries(columns.map(({ key }) => [key, axisEnd(systems, key)]));
  const nRare = Math.max(0, ...systems.map(({ n_rare: n }) => n ?? 0));
  return (
    <Part
      title={title}
      note={
        best &&
        `${plural(best.n_talks ?? 0, 'talk')}, ${plural(best.n_rows ?? 0, 'segment')}; % with 95 % intervals over segments, bold: best`
      }
      actions={
        best && (
          <CsvButton
            name={`${release.title}-${release.version}-recognisers`}
            of={title}
            header={['system', ...columns.flatMap(({ key }) => [key, `${key}_half_interval`]), 'segments', 'missing']}
            rows={systems.map((system) => [
              system.name,
              ...columns.flatMap(({ key }) => {
                const figure = figureOf(system.figures, key);
                return [figure?.value ?? null, figure?.half ?? null];
              }),
              system.n_rows,
              system.n_missing,
            ])}
          />
        )
      }
    >
      <Table
        label={title}
        className={classes.table}
        columns={[
          'System',
          ...columns.map(({ key, label }) => (key === 'bwer' ? `${label}, ${count(nRare)} rare words` : label)),
          right('Missing'),
        ]}
      >
        {systems.map((system) => (
          <OutputRow
            key={system.id}
            system={system}
            columns={columns}
            ends={ends}
            isBest={(key) => isBest(system, systems, key)}
            differences={differences.find(({ second }) => second === system.id)?.figures ?? []}
            isOpen={system.id === open?.id}
            mayChange={mayChange}
          >
            {open && <OutputTalks system={open} columns={columns} mayChange={mayChange} />}
          </OutputRow>
        ))}
      </Table>
    </Part>
  );
}
