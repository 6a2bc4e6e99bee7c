/** The lengths of a summary that people can choose beside the server's default number of sentences. */

/** In words, and as a share of the paper's sentences: those of TalkSumm's data (Lev et al. 2019, section 4). */
export const wordBudgets = [150, 250] as const;
export const ratioBudgets = [0.3, 0.4] as const;
