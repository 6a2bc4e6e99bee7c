import type { ReleaseStatistics } from '@/features/releases/requests/releases';

/** The languages of a release's texts, of which some are spoken. */
export function languagesOf(statistics: readonly ReleaseStatistics[]): string[] {
  return [...new Set(statistics.flatMap((each) => [each.source_language, each.target_language]))].sort();
}
