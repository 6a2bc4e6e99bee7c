/** Which regions are shown, with how many there are of each; whether names are; and going to a row or time. */

import { type KeyboardEvent, useState } from 'react';
import { isComposing } from '@/lib/chords';
import bar from '../bars/Bar.module.css';
import { MediaBar } from '../bars/MediaBar';
import toolbar from '../bars/Toolbar.module.css';
import { type RegionFacts, type RegionFilter, regionFilters } from './filters';
import { useRegionKeyText } from './keys';
import type { Region } from './model';
import type { Regions } from './useRegions';
import { isTimed } from './words';

interface RegionBarProps {
  regions: Regions;
  all: readonly Region[];
  nReviews: number;
  shown: RegionFilter;
  onShow: (key: string) => void;
  /** Whether names are shown; null for whoever may not choose. */
  withNames: boolean | null;
  onNames: (withNames: boolean) => void;
}

export function RegionBar({ regions, all, nReviews, shown, onShow, withNames, onNames }: RegionBarProps) {
  const facts = all.map(regions.factsOf);
  return (
    <section className={bar.tools} aria-label="Filters and position">
      <div className={toolbar.filters}>
        {regionFilters
          .filter((filter) => !filter.ofMany || nReviews > 2)
          .map((filter) => (
            <button
              key={filter.key}
              type="button"
              className={toolbar.filter}
              aria-pressed={filter === shown}
              onClick={() => onShow(filter.key)}
            >
              {filter.label}{' '}
              <span>{all.filter((region, n) => filter.matches(region, facts[n] as RegionFacts)).length}</span>
            </button>
          ))}
      </div>
      <MediaBar />
      {withNames !== null && (
        <span className={toolbar.segments} role="radiogroup" aria-label="Who made the reviews">
          {[true, false].map((is) => (
            <button
              key={`${is}`}
              type="button"
              role="radio"
              aria-checked={withNames === is}
              onClick={() => onNames(is)}
            >
              {is ? 'Names' : 'Blind'}
            </button>
          ))}
        </span>
      )}
      <GoTo regions={regions} />
    </section>
  );
}

function GoTo({ regions: { doc, goTo } }: { regions: Regions }) {
  const [text, setText] = useState('');
  const key = useRegionKeyText()('go_to');
  const timed = isTimed(doc);
  const what = timed ? 'Go to time' : 'Go to row';
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter' && goTo(text) !== null) return;
    setText('');
    event.currentTarget.blur();
  };
  return (
    <span className={toolbar.field} style={{ width: 112, marginLeft: 4 }}>
      <input
        data-field="go-to"
        aria-label={what}
        placeholder={what}
        inputMode={timed ? 'text' : 'numeric'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {!text && key && <kbd>{key}</kbd>}
    </span>
  );
}
