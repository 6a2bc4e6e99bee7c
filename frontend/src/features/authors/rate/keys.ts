import type { PageKeys } from '@/lib/usePageKeys';

/** The keys of a sentence. */
export const keys = {
  yes: ['y'],
  no: ['n'],
  next: ['s', 'ArrowRight'],
  previous: ['ArrowLeft'],
} satisfies PageKeys;
