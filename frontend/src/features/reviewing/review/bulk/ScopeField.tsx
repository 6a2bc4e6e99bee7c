/** Which rows: asked only where there is a choice. */

import { Radio } from '@mantine/core';
import { count } from '@/lib/format';
import type { Scope, ScopeChoice } from '../editor/scopes';
import styles from './AcceptMany.module.css';

interface ScopeFieldProps {
  scopes: readonly ScopeChoice[];
  scope: Scope;
  choose: (scope: Scope) => void;
}

export function ScopeField({ scopes, scope, choose }: ScopeFieldProps) {
  if (scopes.length < 2) return null;
  return (
    <Radio.Group label="Which rows" value={scope} onChange={(value) => choose(value as Scope)}>
      <div className={styles.scopes}>
        {scopes.map(({ scope, label, ids }) => (
          <Radio key={scope} value={scope} label={`${label} (${count(ids.length)})`} />
        ))}
      </div>
    </Radio.Group>
  );
}
