import type { Budget } from '@/api/runs';
import type { Defaults } from '@/api/types';
import { ratioBudgets, wordBudgets } from '@/lib/summaryLengths';

/** The ways to limit a summary, with their bounds. */
export const budgets = {
  n_sentences: { label: 'Sentences', min: 1, max: (defaults: Defaults) => defaults.most_sentences, step: 1 },
  n_words: { label: 'Words', min: 1, max: (defaults: Defaults) => defaults.most_words, step: 10 },
  ratio: { label: 'Ratio', min: 0.01, max: () => 1, step: 0.05 },
} as const;

export type BudgetKey = keyof typeof budgets;

const keys = Object.keys(budgets) as BudgetKey[];

/** The value that each way of limiting begins with. */
export const firstValues = ({ summary_sentences }: Defaults): Record<BudgetKey, number> => ({
  n_sentences: summary_sentences,
  n_words: wordBudgets[0],
  ratio: ratioBudgets[0],
});

/** The budget in the URL; without one, the default number of sentences. */
export function budgetIn(params: URLSearchParams, first: Record<BudgetKey, number>) {
  const key = keys.find((each) => params.has(each)) ?? 'n_sentences';
  const value = Number(params.get(key)) || first[key];
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
