/** The parts of what a search saw, each loaded when it is first shown, all of them together. */

import { lazy } from 'react';

const parts = () => import('./seenParts');

export const Candidates = lazy(async () => ({ default: (await parts()).Candidates }));
export const FrameOver = lazy(async () => ({ default: (await parts()).FrameOver }));
export const FrameRow = lazy(async () => ({ default: (await parts()).FrameRow }));
export const InlierBars = lazy(async () => ({ default: (await parts()).InlierBars }));
export const MatchPoints = lazy(async () => ({ default: (await parts()).MatchPoints }));
export const SeenFrame = lazy(async () => ({ default: (await parts()).SeenFrame }));
