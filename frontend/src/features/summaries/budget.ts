import type { Budget } from '@/api/runs';

/** The ways to limit a summary, with where each begins and its bounds. */
export const budgets = {
  n_sentences: { label: 'Sentences', first: 30, min: 1, max: 1000, step: 1 },
  n_words: { label: 'Words', first: 150, min: 1, max: 100_000, step: 10 },
  ratio: { label: 'Ratio', first: 0.3, min: 0.01, max: 1, step: 0.05 },
} as const;

export type BudgetKey = keyof typeof budgets;

const keys = Object.keys(budgets) as BudgetKey[];

/** The budget named in the URL; 30 sentences otherwise. */
export function budgetIn(params: URLSearchParams): { key: BudgetKey; value: number; budget: Budget } {
  const key = keys.find((each) => params.has(each)) ?? 'n_sentences';
  const value = Number(params.get(key)) || budgets[key].first;
  return { key, value, budget: { [key]: value } as Budget };
}

/** The URL's parameters with some changed; a budget replaces the one before. */
export function withChanges(params: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  if (Object.keys(changes).some((name) => name in budgets)) {
    for (const name of keys) params.delete(name);
  }
  for (const [name, to] of Object.entries(changes)) params.set(name, to);
  return params;
}
