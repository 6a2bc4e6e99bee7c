/** Rows of which nobody has to decide here, folded to one line: those on which all agree, and regions not shown. */

import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { plural } from '@/lib/format';
import { useReview } from '../frame/context';
import { rowOf } from '../model/document';
import { sideText } from '../model/text';
import styles from './Adjudication.module.css';
import { markOf, whereIs } from './places';

interface FoldedProps {
  ids: readonly string[];
  /** Regions among them, which the filter leaves out. */
  nRegions: number;
  isOpen: boolean;
  onToggle: () => void;
}

export function Folded({ ids, nRegions, isOpen, onToggle }: FoldedProps) {
  const doc = useReview((state) => state.doc);
  const where = whereIs(doc, ids);
  const implicit = ids.filter((id) => rowOf(doc, id).status === 'implicit').length;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  const verb = where.startsWith('rows ') ? 'agree' : 'agrees';
  return (
    <>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onToggle}>
        <Icon size={13} stroke={2} aria-hidden="true" />
        <b>
          {where[0]?.toUpperCase()}
          {where.slice(1)}
          {nRegions === 0 && ` ${verb}`}
        </b>
        {doc.kind === 'paper_talk' && <span>{plural(ids.length, 'span')}</span>}
        {nRegions > 0 && <span>{plural(nRegions, 'region')} not shown</span>}
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
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
