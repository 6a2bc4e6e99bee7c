/** Who may do what, as the `rules.py` of each domain says: rules.json is made from them, and a test compares the two. */

import rules from './rules.json';

type Rules = typeof rules;

/** Whether a role may do this in its project. The server asks again: this decides only what a page offers. */
export function may<Resource extends keyof Rules>(
  role: string | null | undefined,
  resource: Resource,
  action: keyof Rules[Resource],
): boolean {
  const allowed = rules[resource][action] as readonly string[];
  return role != null && allowed.includes(role);
}
