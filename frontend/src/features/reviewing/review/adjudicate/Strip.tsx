/** All regions at the edge, in the order of the talk: which are open, and where one is. */

import styles from './Adjudication.module.css';
import type { Region } from './model';

interface StripProps {
  regions: readonly Region[];
  isOpen: (region: Region) => boolean;
  current: Region | null;
  onChoose: (number: number) => void;
}

export function Strip({ regions, isOpen, current, onChoose }: StripProps) {
  return (
    <nav className={styles.strip} aria-label="Regions">
      {regions.map((region) => (
        <button
          key={region.number}
          type="button"
          tabIndex={region === current ? 0 : -1}
          data-open={isOpen(region) || undefined}
          aria-current={region === current || undefined}
          aria-label={`Region ${region.number}, ${isOpen(region) ? 'open' : 'settled'}`}
          onClick={() => onChoose(region.number)}
        />
      ))}
    </nav>
  );
}
