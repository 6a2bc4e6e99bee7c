/** What is shown where a recording was searched: one file, which is not part of a first visit. */

export { Candidates } from './Candidates';
export { FrameRow } from './FrameRow';
export { InlierBars } from './InlierBars';
export { MatchPoints } from './MatchPoints';
export { FrameOver, SeenFrame } from './SeenFrame';
