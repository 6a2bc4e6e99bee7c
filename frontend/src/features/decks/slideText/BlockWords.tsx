import { lazy, Suspense } from 'react';
import { figure } from '@/lib/format';
import { Difference } from '@/ui/Difference';
import { joined, pairsOf } from './model';
import type { Block, LinePair, SlidePage } from './requests';
import classes from './SlideText.module.css';

// KaTeX is large, and most slides have no formula.
const Formula = lazy(async () => ({ default: (await import('./Formula')).Formula }));

interface BlockWordsProps {
  block: Block;
  page: SlidePage;
  language: string;
}

/** What a block says, what was read where somebody corrected it, and how its lines came together. */
export function BlockWords({ block, page, language }: BlockWordsProps) {
  const texts = block.lines.map((line) => page.lines[line]?.text ?? '');
  const read = joined(texts);
  const { within } = pairsOf([block], 0, page.pairs);
  return (
    <>
      {block.kind === 'formula' ? (
        <Suspense fallback={<code>{block.text}</code>}>
          <Formula tex={block.text} />
        </Suspense>
      ) : (
        <span className={classes.text} lang={language || undefined} dir="auto">
          {block.text || <i>no text</i>}
        </span>
      )}
      {read !== '' && read !== block.text && (
        <small>
          {block.lines.some((line) => page.lines[line]?.source === 'ocr') ? 'OCR' : 'As read'}{' '}
          <Difference before={read} after={block.text} language={language} />
        </small>
      )}
      {block.lines.length > 1 && (
        <small>
          {block.lines.length} lines, {block.by_hand && !block.accepted ? 'joined by hand' : 'merged'}
          {within[0] && `: ${figuresText(within[0])}`}
        </small>
      )}
    </>
  );
}

function figuresText({ height, overlap, gap }: LinePair): string {
  return `height ${figure(height.value)}, overlap ${figure(overlap.value)}, gap ${figure(gap.value)}`;
}
