/** The regions that are shown, and the folds of what is agreed on between them. */

import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { capital, plural } from '@/lib/format';
import { rowWords } from '@/ui/kinds';
import { useReview } from '../frame/context';
import { rowOf } from '../model/document';
import { sideText } from '../model/text';
import styles from './Adjudication.module.css';
import { findingsIn } from './findings';
import { Findings } from './RegionCells';
import { type RegionProps, RegionView } from './RegionView';
import type { Regions } from './useRegions';
import { markOf, whereIs } from './words';

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

/** Functions that stay the same for those who hold them, and always do the latest. */
function useLatest<T extends Record<string, (...args: never[]) => void>>(functions: T): T {
  const latest = useRef(functions);
  useEffect(() => {
    latest.current = functions;
  });
  return useMemo(
    () =>
      Object.fromEntries(
        Object.keys(latest.current).map((name) => [
          name,
          (...args: never[]) => latest.current[name as keyof T]?.(...args),
        ]),
      ) as T,
    [],
  );
}

interface FoldedProps {
  ids: readonly string[];
  /** Regions among them, which the filter leaves out. */
  nRegions: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** Rows of which nobody has to decide here, folded to one line: those on which all agree, and regions not shown. */
export function Folded({ ids, nRegions, isOpen, onToggle }: FoldedProps) {
  const doc = useReview((state) => state.doc);
  const where = whereIs(doc, ids);
  // Looked for once what looks is here, and terms once the glossary is.
  useReview((state) => state.glossary);
  useReview((state) => state.nFindings);
  const found = ids.filter((id) => findingsIn(doc, rowOf(doc, id)).length > 0).length;
  const implicit = ids.filter((id) => rowOf(doc, id).status === 'implicit').length;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  const verb = where.startsWith('rows ') ? 'agree' : 'agrees';
  return (
    <>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onToggle}>
        <Icon size={13} stroke={2} aria-hidden="true" />
        <b>
          {capital(where)}
          {nRegions === 0 && ` ${verb}`}
        </b>
        {doc.kind !== 'bitext' && <span>{plural(ids.length, ...rowWords[doc.kind])}</span>}
        {nRegions > 0 && <span>{plural(nRegions, 'region')} not shown</span>}
        {found > 0 && <span>{plural(found, 'row')} with findings</span>}
        {implicit > 0 && <span>{plural(implicit, 'row')} not accepted by everybody</span>}
      </button>
      {isOpen && (
        <ul className={styles.agreed}>
          {ids.map((id) => {
            const row = rowOf(doc, id);
            return (
              <li key={id} data-row={id}>
                <span className={styles.number}>{markOf(doc, row)}</span>
                <span lang={doc.sourceLanguage} dir="auto">
                  {sideText(doc, row, 'source') || '–'}
                </span>
                <span lang={doc.targetLanguage} dir="auto">
                  {row.post_edit ?? (sideText(doc, row, 'target') || '–')}
                  <Findings row={row} doc={doc} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
