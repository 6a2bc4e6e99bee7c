import { fireEvent, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FrameRow } from './FrameRow';
import type { Seen } from './seen';

const seen: Seen = {
  limit: 8,
  inliers: [],
  stretches: [0, 4, 10, 20, 60].map((start) => ({
    ...{ start, end: start + 4, candidates: [] },
    frame: start === 20 ? null : start + 1,
  })),
};

const drawn = (width: number) => {
  const { container } = render(<FrameRow pair={7} seen={seen} length={100} width={width} />);
  return () => [...container.querySelectorAll('img')];
};

it('shows the frames of stretches where these begin, as many as there is room for', () => {
  expect(drawn(1000)().map((one) => [one.getAttribute('src'), one.style.left])).toEqual([
    ['/api/v1/pairs/7/page-search/frames/1/', '0%'],
    ['/api/v1/pairs/7/page-search/frames/11/', '10%'],
    ['/api/v1/pairs/7/page-search/frames/61/', '60%'],
  ]);
  expect(drawn(4000)()).toHaveLength(4);
});

it('has nothing to show before it is known how wide it is, and leaves out what is lost', () => {
  expect(drawn(0)()).toEqual([]);
  const images = drawn(1000);
  fireEvent.error(images()[1] as Element);
  expect(images()).toHaveLength(2);
});
