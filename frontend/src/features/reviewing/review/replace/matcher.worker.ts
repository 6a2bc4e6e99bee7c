/** Runs somebody's regular expression away from the page: one that never ends is stopped with the worker. */

import { type Job, runJob } from './job';

self.onmessage = ({ data }: MessageEvent<Job>) => {
  self.postMessage(runJob(data));
};
