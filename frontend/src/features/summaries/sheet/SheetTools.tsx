/** Above the sentences: which of them are shown, in which order, and in whose words. */

import { Chips } from '@/ui/Chips';
import controls from '@/ui/Controls.module.css';
import type { Show } from './model';
import styles from './Sheet.module.css';
import type { OpenedSheet } from './useOpenSheet';

export function SheetTools({ opened, isCorrected }: { opened: OpenedSheet; isCorrected: boolean }) {
  const { place, go, sets, chosen, changes } = opened;
  return (
    <div className={styles.tools}>
      <Chips
        label="Sentences"
        options={[
          { value: 'spoken', label: 'Spoken', n: sets.spoken.length },
          { value: 'chosen', label: 'Chosen', n: chosen.length },
          ...(place.against ? [{ value: 'changed', label: 'Changed', n: changes.size }] : []),
          { value: 'wrong', label: 'Wrong', n: sets.wrong.length },
          { value: 'all', label: 'Unfold all' },
        ]}
        chosen={place.show}
        onChoose={(show) => go({ show: show as Show })}
      />
      <span className={styles.legend}>
        content words spoken{' '}
        {[1, 2, 3, 4, 5].map((heat) => (
          <i key={heat} style={{ background: `var(--heat-${heat})` }} />
        ))}
      </span>
      <Segments
        label="Order"
        value={place.byRank ? 'Rank' : 'Paper'}
        values={['Paper', 'Rank']}
        onChange={(to) => go({ byRank: to === 'Rank' })}
      />
      {isCorrected && (
        <Segments
          label="Words of the talk"
          value={place.corrected ? 'Corrected' : 'Recognised'}
          values={['Recognised', 'Corrected']}
          onChange={(to) => go({ corrected: to === 'Corrected' })}
        />
      )}
    </div>
  );
}

interface SegmentsProps {
  label: string;
  value: string;
  values: readonly string[];
  onChange: (value: string) => void;
}

function Segments({ label, value, values, onChange }: SegmentsProps) {
  return (
    <span className={controls.segments} role="radiogroup" aria-label={label}>
      {values.map((one) => (
        // biome-ignore lint/a11y/useSemanticElements: one of a group that looks like buttons
        <button key={one} type="button" role="radio" aria-checked={one === value} onClick={() => onChange(one)}>
          {one}
        </button>
      ))}
    </span>
  );
}
