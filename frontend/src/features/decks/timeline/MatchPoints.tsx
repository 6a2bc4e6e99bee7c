import { useLayoutEffect, useRef, useState } from 'react';
import classes from './Seen.module.css';
import type { Candidate } from './seen';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where the two are in what holds them, in pixels. */
interface Places {
  frame: Box;
  page: Box;
}

/** What is measured is in thousandths of a picture. */
const whole = 1000;

/**
 * Over a frame and the page that it is taken for: the points that agree, joined, and around what the page has and the
 * frame has not a dashed box.
 */
export function MatchPoints({ candidate: { points, lacks } }: { candidate: Candidate }) {
  const svg = useRef<SVGSVGElement>(null);
  const places = usePlaces(svg);
  const at = (box: Box, x: number, y: number) =>
    [box.left + (x / whole) * box.width, box.top + (y / whole) * box.height] as const;
  return (
    <svg ref={svg} className={classes.points} aria-hidden="true">
      {places &&
        points.map(([x = 0, y = 0, pageX = 0, pageY = 0], index) => {
          const [x1, y1] = at(places.frame, x, y);
          const [x2, y2] = at(places.page, pageX, pageY);
          return (
            <g key={index}>
              <line {...{ x1, y1, x2, y2 }} />
              <circle cx={x1} cy={y1} r={3} />
              <circle cx={x2} cy={y2} r={3} />
            </g>
          );
        })}
      {places &&
        lacks.map(([left = 0, top = 0, right = 0, bottom = 0], index) => {
          const [x, y] = at(places.page, left, top);
          const [to, under] = at(places.page, right, bottom);
          return <rect key={index} {...{ x, y }} width={to - x} height={under - y} />;
        })}
    </svg>
  );
}

/** Where frame and page are, measured again whenever one of them changes its size. */
function usePlaces(svg: { readonly current: SVGSVGElement | null }): Places | null {
  const [places, setPlaces] = useState<Places | null>(null);
  useLayoutEffect(() => {
    const both = svg.current?.parentElement;
    const frame = both?.querySelector('figure img');
    const page = both?.querySelector(':scope > div > :first-child');
    if (!both || !frame || !page) return;
    const measure = () => {
      const { left, top } = both.getBoundingClientRect();
      const within = (of: Element): Box => {
        const box = of.getBoundingClientRect();
        return { left: box.left - left, top: box.top - top, width: box.width, height: box.height };
      };
      setPlaces({ frame: within(frame), page: within(page) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [both, frame, page]) observer.observe(each);
    return () => observer.disconnect();
  }, [svg]);
  return places;
}
