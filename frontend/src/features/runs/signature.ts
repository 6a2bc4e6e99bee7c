import { engineLabel } from '@/lib/engines';

/** The engine that did a run: where it was left to choose, the signature names the one chosen. */
export function ranBy({ engine, signature }: { engine: string; signature: string }): string {
  const chosen = /^engine:([^|]+)/.exec(signature)?.[1];
  return engine === 'auto' && chosen ? `${engineLabel(chosen)}, chosen as the best available` : engineLabel(engine);
}

/** The engine and the version in a signature, without the many options and digests between them. */
export function shortSignature(signature: string): string {
  const parts = signature.split('|');
  const version = parts.findLast((part) => part.startsWith('v:'));
  return parts.length > 2 ? [parts[0], '…', version].filter(Boolean).join('|') : signature;
}
