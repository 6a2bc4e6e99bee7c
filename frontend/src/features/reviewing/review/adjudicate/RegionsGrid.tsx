/** The regions that are shown, and the folds of what is agreed on between them. */

import { rowOf } from '../model/document';
import { Folded } from './Folded';
import { whereIs } from './places';
import { type RegionProps, RegionView } from './RegionView';
import { useLatest } from './useLatest';
import type { Regions } from './useRegions';

interface RegionsGridProps extends Pick<RegionProps, 'reasons' | 'columns' | 'narrow'> {
  regions: Regions;
  n: number;
}

export function RegionsGrid({ regions, n, reasons, columns, narrow }: RegionsGridProps) {
  const { doc, idsOf, current, blocks, unfolded, unfold } = regions;
  const on = useLatest({
    activate: regions.activate,
    take: regions.take,
    part: regions.switchPart,
    reason: regions.setReason,
    accept: () => regions.accept(),
    edit: () => regions.edit(),
    flag: regions.flag,
  });
  return blocks.map((block) => {
    if ('region' in block) {
      const { region } = block;
      const ids = idsOf(region.number);
      const isActive = region === current;
      return (
        <RegionView
          key={`region-${region.number}`}
          region={region}
          n={n}
          rows={ids.map((id) => rowOf(doc, id))}
          where={whereIs(doc, ids)}
          isActive={isActive}
          choice={isActive ? regions.choice : null}
          reason={isActive ? regions.reason : ''}
          reasons={reasons}
          columns={columns}
          locked={regions.locked}
          narrow={narrow}
          on={on}
        />
      );
    }
    const fold = block.folded[0] as string;
    return (
      <Folded
        key={`folded-${fold}`}
        ids={block.folded}
        nRegions={block.nRegions}
        isOpen={unfolded.has(fold)}
        onToggle={() => unfold([fold], !unfolded.has(fold))}
      />
    );
  });
}
