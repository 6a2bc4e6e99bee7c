/** Above the regions: where one is, how far it is, whether it is saved, and the button that makes it gold. */

import type { Ref } from 'react';
import { plural } from '@/lib/format';
import bar from '../bars/Bar.module.css';
import { BarButton } from '../bars/buttons';
import { Crumbs, Home, UndoButtons } from '../bars/Header';
import header from '../bars/Header.module.css';
import { SaveBadge } from '../bars/SaveBadge';
import { useReview } from '../frame/context';
import styles from './Adjudication.module.css';
import { openInWords } from './filters';
import { useRegionKeyText } from './keys';
import type { Regions } from './useRegions';

interface RegionsHeaderProps {
  regions: Regions;
  nRegions: number;
  isCompared: boolean;
  gold: Ref<HTMLButtonElement>;
}

export function RegionsHeader({ regions: { open, locked, mark }, nRegions, isCompared, gold }: RegionsHeaderProps) {
  const info = useReview((state) => state.info);
  const key = useRegionKeyText();
  const nOpen = open.length;
  const isReady = isCompared && nOpen === 0;
  const settled = nRegions - nOpen;
  return (
    <header className={bar.bar}>
      <Home />
      <Crumbs info={info} />
      <span className="grow" />
      {nRegions > 0 && (
        <span className={header.progress}>
          <span className={header.meter} role="img" aria-label={`${settled} of ${plural(nRegions, 'region')} settled`}>
            <i style={{ width: `${(100 * settled) / nRegions}%` }} />
          </span>
          <span>
            {settled} of {plural(nRegions, 'region')}
          </span>
        </span>
      )}
      <span className={header.separator} />
      <SaveBadge />
      <span className={header.separator} />
      <UndoButtons />
      {!locked && (
        <BarButton
          ref={gold}
          className={isReady ? bar.main : styles.notReady}
          data-ready={isReady || undefined}
          title={nOpen > 0 ? openInWords(nOpen) : `Mark as gold${key('mark') && ` (${key('mark')})`}`}
          onClick={mark}
        >
          Mark as gold
        </BarButton>
      )}
    </header>
  );
}
