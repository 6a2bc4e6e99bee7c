import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { figure, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { type Found, keptWords, most, startWords } from './model';
import classes from './Passages.module.css';
import { type PairPassages, useSetThreshold } from './requests';
import type { PassagesEditorState } from './usePassagesEditor';

interface HelperProps {
  pair: number;
  found: Found;
  methods: PairPassages['methods'];
  editor: PassagesEditorState;
  mayChange: boolean;
}

/** The threshold, what each would keep by what people answered, and how far the open place is. */
export function Helper({ pair, found, methods, editor, mayChange }: HelperProps) {
  const set = useSetThreshold(pair);
  const [typed, setTyped] = useState<number | string>(found.threshold);
  const { candidates, place } = editor;
  const accepted = candidates.filter(({ answer }) => answer).length;
  const open = candidates.filter(({ answer, isProposed }) => isProposed && answer === null).length;
  const apply = () => {
    if (typeof typed === 'number' && typed !== found.threshold) set.mutate(typed);
  };
  return (
    <aside className={classes.helper} aria-label="Threshold">
      <h2>
        Threshold <small>top {most} above</small>
      </h2>
      {mayChange ? (
        <NumberInput
          aria-label="Threshold"
          size="xs"
          w={84}
          min={0}
          max={1}
          step={0.05}
          decimalScale={2}
          value={typed}
          onChange={setTyped}
          onBlur={apply}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
      ) : (
        <p className="num">{figure(found.threshold)}</p>
      )}
      {set.isError && <ErrorNote error={set.error} />}
      <Histogram found={found} />
      <p className={classes.caption}>
        Dark: accepted in {plural(found.n_talks, 'talk')} of this project. {keptWords(found.histogram, found.threshold)}
      </p>
      <h2>This {found.per}</h2>
      <dl className={classes.counts}>
        <dt>Accepted</dt>
        <dd className="num">{accepted}</dd>
        <dt>Open</dt>
        <dd className="num">{open}</dd>
        <dt>Nearest</dt>
        <dd className="num">{figure(place?.near[0]?.similarity ?? null)}</dd>
      </dl>
      <Comparison found={found} methods={methods} />
    </aside>
  );
}

const compared = { script: 'what is said', slide: 'the text of the slide', both: 'what is said and the slide’s text' };

/** How sentences were compared, where that starts, and what other ways lack here. */
function Comparison({ found, methods }: Pick<HelperProps, 'found' | 'methods'>) {
  const used = methods.find(({ name }) => name === found.method);
  const missing = methods.filter(({ refusal }) => refusal !== '').map(({ label }) => label.toLowerCase());
  return (
    <>
      <h2>
        Similarity <small>by {used?.label.toLowerCase()}</small>
      </h2>
      <p className={classes.caption}>
        Compared with {compared[found.basis]}. {used && startWords(used)}
      </p>
      {missing.length > 0 && <p className={classes.caption}>Not on this site: {missing.join(', ')}.</p>}
    </>
  );
}

/** Of the nearest sentences of this talk, how many have which similarity; dark, those that people accepted. */
function Histogram({ found: { histogram, threshold } }: { found: Found }) {
  const tallest = Math.max(1, ...histogram.map(({ n, n_right }) => Math.max(n, n_right)));
  const wide = 100 / Math.max(1, histogram.length);
  const words = histogram
    .filter(({ n }) => n > 0)
    .map(({ from, n, n_right }) => `from ${figure(from)}: ${n}, ${n_right} accepted`)
    .join('; ');
  return (
    <svg viewBox="0 0 100 48" preserveAspectRatio="none" className={classes.histogram} role="img" aria-label={words}>
      {histogram.map(({ from, n, n_right }, at) => (
        <g key={from}>
          <rect x={at * wide + 0.4} width={wide - 0.8} y={48 - (44 * n) / tallest} height={(44 * n) / tallest} />
          <rect
            className={classes.right}
            x={at * wide + 0.4}
            width={wide - 0.8}
            y={48 - (44 * n_right) / tallest}
            height={(44 * n_right) / tallest}
          />
        </g>
      ))}
      <path d={`M${100 * threshold} 0V48`} className={classes.limit} />
    </svg>
  );
}
