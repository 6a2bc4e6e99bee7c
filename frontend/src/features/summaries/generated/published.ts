import type { Direction } from './requests';

export interface PublishedRun {
  name: string;
  on: string;
  /** ROUGE-1, -2 and -L in per cent, then what people gave, from 1 to 5. */
  figures: readonly [number, number, number, number];
}

const test = 'M³AV 2024, test';
const computing = 'M³AV 2024, computer science';

/** Of other data, not to be compared one to one. Source: Chen et al. 2024, tables 7 and 8. */
export const published: Record<Direction, readonly PublishedRun[]> = {
  slide_to_script: [
    { name: 'LLaMA-2 7B + paper', on: computing, figures: [29.2, 8.7, 25.8, 4.1] },
    { name: 'LLaMA-2 7B + OCR', on: test, figures: [24.6, 5.6, 21.6, 3.6] },
    { name: 'GPT-4 + OCR', on: test, figures: [26.2, 5.8, 23.7, 4.6] },
    { name: 'GPT-4V', on: test, figures: [26.4, 6.2, 23.7, 4.7] },
  ],
  script_to_slide: [
    { name: 'LLaMA-2 7B + paper', on: computing, figures: [22.3, 7.9, 19.3, 3.6] },
    { name: 'LLaMA-2 7B', on: test, figures: [20.3, 6.2, 17.3, 3.3] },
    { name: 'GPT-4', on: test, figures: [26.8, 7.7, 23.0, 4.8] },
  ],
};
