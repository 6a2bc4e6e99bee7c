import type { Release } from '@/features/releases/requests/releases';
import { type System, useDifferences } from '@/features/releases/requests/systems';
import { columnsOf, figureOf, isErrorRate } from '@/features/releases/systems/scores';
import { count, plural } from '@/lib/format';
import { CsvButton } from '@/ui/CsvButton';
import { Part } from '@/ui/Page';
import { right, Table } from '@/ui/Table';
import { type Group, kinds } from './kinds';
import { OutputRow } from './OutputRow';
import classes from './Outputs.module.css';
import { OutputTalks } from './OutputTalks';
import { axisEnd, isBest } from './rates';

interface OutputTableProps {
  /** Its systems: the best first. */
  of: Group<System>;
  release: Release;
  open: System | undefined;
  mayChange: boolean;
}

/** Outputs of one kind by their figures, each with how far it is from the best; one opens into its talks. */
export function OutputTable({ of: { kind, title, systems }, release, open, mayChange }: OutputTableProps) {
  const columns = columnsOf(systems);
  const scored = systems.filter(({ figures }) => figures.length > 0);
  const [best] = scored;
  const differences = useDifferences(best?.id, scored.length).data ?? [];
  const ends = Object.fromEntries(columns.map(({ key }) => [key, axisEnd(systems, key)]));
  const nRare = Math.max(0, ...systems.map(({ n_rare: n }) => n ?? 0));
  const { unit } = kinds[kind];
  const areRates = columns.some(({ key }) => isErrorRate(key));
  return (
    <Part
      title={title}
      note={
        best &&
        `${plural(best.n_talks ?? 0, 'talk')}, ${plural(best.n_rows ?? 0, unit)}; ${areRates ? '% with ' : ''}95 % intervals over ${unit}s, bold: best`
      }
      actions={
        best && (
          <CsvButton
            name={`${release.title}-${release.version}-${kind}`}
            of={title}
            header={['system', ...columns.flatMap(({ key }) => [key, `${key}_half_interval`]), `${unit}s`, 'missing']}
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
        className={columns.length > 4 ? `${classes.table} ${classes.many}` : classes.table}
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
