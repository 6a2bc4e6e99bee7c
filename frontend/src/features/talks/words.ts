import type { PairKind } from '@/api/types';

export const kindWords: Record<PairKind, string> = { paper_talk: 'paper and talk', bitext: 'bitext' };

/** The engine that did a run: where it was left to choose, the signature names the one chosen. */
export function ranBy({ engine, signature }: { engine: string; signature: string }): string {
  const chosen = /^engine:([^|]+)/.exec(signature)?.[1];
  return engine === 'auto' && chosen ? `${engineName(chosen)}, the best available` : engineName(engine);
}

/** The parts of a signature that say the engine and its version; options and digests between them are many. */
export function shortSignature(signature: string): string {
  const parts = signature.split('|');
  const version = parts.findLast((part) => part.startsWith('v:'));
  return parts.length > 2 ? [parts[0], '…', version].filter(Boolean).join('|') : signature;
}

/** The engines by their proper names; an engine unknown here keeps the name it has. */
export function engineName(engine: string): string {
  const names: Record<string, string> = {
    talksumm: 'TalkSumm HMM',
    vecalign: 'vecAlign',
    lexical: 'Lexical',
    lengths: 'Lengths only',
    auto: 'Best available',
  };
  return names[engine] ?? engine;
}
