/** What the two judgements of every row are called, where a project has no other names. In files they keep their keys. */
export const judgements = { good_align: 'Good alignment', good_mt: 'Good translation' } as const;

export type Judged = keyof typeof judgements;
