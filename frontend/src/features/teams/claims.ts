/** When a claim ends soon, as the board counts it. */

export const soonHours = 24;
