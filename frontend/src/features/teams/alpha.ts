/** What an alpha says, of agreement: in its table, on its axes and in the figures of annotators. */

/** Below it no conclusion should rest on a label (Krippendorff, Content Analysis, section 11.4.2). */
export const least = 0.667;
/** From it on a label may be relied on. */
export const good = 0.8;
