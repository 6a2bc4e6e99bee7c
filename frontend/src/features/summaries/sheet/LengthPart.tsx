import { NumberInput } from '@mantine/core';
import { plural, roundedPercent } from '@/lib/format';
import { type Length, lengthOf, type SpokenPaper } from '@/lib/summary';
import controls from '@/ui/Controls.module.css';
import { Part } from '@/ui/Page';
import { keys } from './keys';
import { curveOf, endsBeside } from './model';
import type { Preset } from './place';
import styles from './Sheet.module.css';

interface LengthPartProps {
  paper: SpokenPaper;
  chosen: readonly number[];
  length: Length;
  presets: Preset[];
  onLength: (length: Length) => void;
}

const width = 320;
const height = 96;

/** The length of the summary: presets, and a curve of words by sentences whose dot can be dragged. */
export function LengthPart({ paper, chosen, length, presets, onLength }: LengthPartProps) {
  const tokens = lengthOf(paper.lengths, chosen);
  return (
    <Part title="Length">
      <span className={`${controls.segments} ${styles.presets}`} role="radiogroup" aria-label="Length">
        {presets.map((preset, i) => (
          // biome-ignore lint/a11y/useSemanticElements: one of a group that looks like buttons
          <button
            key={preset.label}
            type="button"
            role="radio"
            aria-checked={preset.length.kind === length.kind && preset.length.n === length.n}
            aria-keyshortcuts={keys.preset[i]}
            onClick={() => onLength(preset.length)}
          >
            {preset.label}
          </button>
        ))}
      </span>
      <p className={styles.reached} role="status">
        <b className="num">{tokens}</b> words, {plural(chosen.length, 'sentence')}
      </p>
      <Curve paper={paper} chosen={chosen} length={length} onLength={onLength} />
      <p className={styles.fine}>{ruleOf(length)}</p>
      <NumberInput
        mt={8}
        w={180}
        label="At least, % of the content words"
        description="Every sentence with that share"
        min={0.1}
        max={100}
        step={0.5}
        decimalScale={1}
        placeholder="off"
        value={length.kind === 'importance' ? Math.round(length.n * 1000) / 10 : ''}
        onChange={(to) => Number(to) > 0 && onLength({ kind: 'importance', n: Math.min(1, Number(to) / 100) })}
      />
    </Part>
  );
}

function ruleOf({ kind, n }: Length): string {
  const rules = {
    sentences: `The ${n} sentences with most content words; ties go to the earlier one.`,
    words: `Nearest to ${n} words in whole sentences; punctuation counts.`,
    ratio: `Nearest to ${roundedPercent(n)} of the paper’s sentences.`,
    importance: `All sentences with at least ${Math.round(n * 1000) / 10} % of the content words.`,
    hybrid: `The abstract, and sentences that add to it, up to ${n} words; punctuation counts.`,
  };
  return rules[kind];
}

function Curve({ paper, chosen, length, onLength }: Omit<LengthPartProps, 'presets'>) {
  const curve = curveOf(paper, Math.max(30, chosen.length));
  if (curve.length === 0) return null;
  const n = Math.min(chosen.length, curve.length);
  const longest = Math.max(curve.at(-1) ?? 1, 1);
  const x = (sentences: number) => 6 + ((sentences - 1) * (width - 12)) / Math.max(1, curve.length - 1);
  const y = (words: number) => height - 14 - (words * (height - 26)) / longest;
  const wanted = length.kind === 'words' || length.kind === 'hybrid' ? length.n : null;
  const here = Math.min(width - 40, Math.max(40, x(Math.max(1, n))));
  const ends = endsBeside(here, width);
  const dot = { x: x(Math.max(1, n)), y: y(curve[n - 1] ?? 0) };
  return (
    <div className={styles.curve}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <line x1={0} x2={width} y1={height - 14} y2={height - 14} className={styles.axis} />
        {wanted !== null && wanted <= longest && (
          <>
            <line x1={0} x2={width} y1={y(wanted)} y2={y(wanted)} className={styles.wanted} />
            <text x={width} y={y(wanted) - 3} textAnchor="end">
              {wanted} words
            </text>
          </>
        )}
        <path d={`M${curve.map((words, i) => `${x(i + 1)} ${y(words)}`).join(' L')}`} className={styles.line} />
        {curve.length <= 60 && curve.map((words, i) => <circle key={x(i + 1)} cx={x(i + 1)} cy={y(words)} r={2} />)}
        <line x1={dot.x} x2={dot.x} y1={dot.y} y2={height - 14} className={styles.stem} />
        <circle cx={dot.x} cy={dot.y} r={5} className={styles.dot} />
        {ends.first && (
          <text x={6} y={height - 2}>
            1
          </text>
        )}
        <text x={here} y={height - 2} textAnchor="middle" className={styles.here}>
          {plural(n, 'sentence')}
        </text>
        {ends.last && (
          <text x={width - 6} y={height - 2} textAnchor="end">
            {curve.length}
          </text>
        )}
      </svg>
      <input
        type="range"
        aria-label="Sentences in the summary"
        aria-valuetext={`${plural(n, 'sentence')}, ${curve[n - 1] ?? 0} words`}
        min={1}
        max={curve.length}
        value={Math.max(1, n)}
        onChange={(event) => onLength({ kind: 'sentences', n: Number(event.currentTarget.value) })}
      />
    </div>
  );
}
