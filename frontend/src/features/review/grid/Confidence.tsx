/** How sure the engine is: a disc filled by level and the number, never colour alone. */

import { level as levelOf } from '@/lib/confidence';
import { probability } from '@/lib/format';
import type { Row } from '../model/types';

const wedges = {
  sure: null,
  likely: 'M6 6V1.5A4.5 4.5 0 1 1 1.5 6Z',
  doubt: 'M6 1.5A4.5 4.5 0 0 1 6 10.5Z',
  weak: 'M6 6V1.5A4.5 4.5 0 0 1 10.5 6Z',
};

const weights = { sure: 400, likely: 400, doubt: 600, weak: 700 };

export function ConfidenceMark({ value }: { value: number | null }) {
  if (value === null) return <span style={{ color: 'var(--ink-3)', fontSize: 'var(--text-13)' }}>–</span>;
  const level = levelOf(value);
  const wedge = wedges[level];
  return (
    <>
      <svg
        width="12"
        height="12"
        viewBox="0 0 12 12"
        aria-hidden="true"
        style={{ color: `var(--${level})`, flex: 'none' }}
      >
        <circle
          cx="6"
          cy="6"
          r={wedge ? 4.75 : 5.5}
          fill={wedge ? 'none' : 'currentColor'}
          stroke="currentColor"
          strokeWidth={wedge ? 1.5 : 0}
        />
        {wedge && <path d={wedge} fill="currentColor" />}
      </svg>
      <ConfidenceNumber value={value} />
    </>
  );
}

export function ConfidenceNumber({ value }: { value: number }) {
  const level = levelOf(value);
  return (
    <span
      style={{ color: `var(--${level}-t)`, fontWeight: weights[level], fontSize: 'var(--text-13)', lineHeight: '16px' }}
    >
      {probability(value)}
    </span>
  );
}

/** For those who do not see the mark. */
export function sureness(row: Pick<Row, 'edited' | 'confidence'>): string {
  if (row.edited) return 'changed by a person';
  if (row.confidence === null) return 'no confidence known';
  return `confidence ${Math.floor(row.confidence * 100 + 1e-9)} percent`;
}
