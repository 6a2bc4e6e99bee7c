import { IconCheck, IconX } from '@tabler/icons-react';
import { figure } from '@/lib/format';
import { pairsOf } from './model';
import type { LinePair } from './requests';
import classes from './SlideText.module.css';
import type { SlideEditorState } from './useSlideEditor';

type Rule = 'height' | 'overlap' | 'gap';
const rules: readonly (readonly [Rule, string, string])[] = [
  ['height', 'Heights differ by', '≤'],
  ['overlap', 'Horizontal overlap', '≥'],
  ['gap', 'Vertical gap', '≤'],
];
/** Pairs that are shown of a paragraph of many lines. */
const most = 3;

/** Why the open block is one block, and not one with the next: the three rules with their figures. */
export function Why({ editor }: { editor: SlideEditorState }) {
  const { slide, active, page, block } = editor;
  if (!block) return null;
  const { within, next } = pairsOf(slide.blocks, active, page.pairs);
  return (
    <section className={classes.rules} aria-label="Why it is merged">
      <h2>
        Block {slide.blocks.slice(0, active + 1).filter(({ left_out }) => !left_out).length}{' '}
        <small>
          {block.lines.length === 0
            ? 'drawn or split off by hand'
            : block.by_hand
              ? 'set by hand: it stands when the rules run again'
              : block.lines.length > 1
                ? `${block.lines.length} lines, merged by the rules`
                : 'one line'}
        </small>
      </h2>
      {within.slice(0, most).map((pair, at) => (
        <Figures key={`${pair.a}-${pair.b}`} of={pair} caption={`line ${at + 1} with ${at + 2}`} />
      ))}
      {next && <Figures of={next} caption="last line with the next block" />}
    </section>
  );
}

function Figures({ of, caption }: { of: LinePair; caption: string }) {
  return (
    <>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{caption}</th>
            <td />
            <th scope="col">limit</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rules.map(([name, label, sign]) => {
            const { pixels, of: whole, value, limit, holds } = of[name];
            const Icon = holds ? IconCheck : IconX;
            return (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td className="num">
                  {Math.round(pixels)} of {Math.round(whole)} px
                </td>
                <td className="num">{figure(value)}</td>
                <td className="num">
                  {sign} {figure(limit)}
                </td>
                <td>
                  <Icon size={14} stroke={1.75} role="img" aria-label={holds ? 'holds' : 'does not hold'} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p>
        {of.merges ? 'All three hold, so the rules merge.' : of.exception || 'The rules do not merge these lines.'}
        {of.exception &&
          [of.height, of.overlap, of.gap].every(({ holds }) => holds) &&
          ' The rules alone would merge them.'}
      </p>
    </>
  );
}
