import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { moveBy } from './keys';
import { type Edge, exact, touches } from './model';
import classes from './Segments.module.css';
import type { SegmentsEditorState } from './useSegmentsEditor';

interface EdgesProps {
  editor: SegmentsEditorState;
  /** What the wave shows, in seconds, and the segments in it. */
  from: number;
  seconds: number;
  first: number;
  last: number;
  canEdit: boolean;
}

interface Boundary {
  index: number;
  edge: Edge;
  at: number;
}

/** Where the segments in view begin and end, in words. Each is dragged; those of the active one also take arrow keys. */
export function Edges({ editor, from, seconds, first, last, canEdit }: EdgesProps) {
  const { segments, active } = editor;
  const boundaries = segments.slice(first, last).flatMap(({ start, end }, place): Boundary[] => {
    const index = first + place;
    return [
      { index, edge: 'start', at: start },
      ...(touches(segments, index + 1) ? [] : [{ index, edge: 'end' as const, at: end }]),
    ];
  });
  const drag = useDrag(editor, from, seconds);
  return boundaries.map((boundary) => {
    const { index, edge } = boundary;
    const at = drag.at(boundary) ?? boundary.at;
    const words = `segment ${index + 1} ${edge === 'start' ? 'begins' : 'ends'} at ${exact(at)}`;
    const isOfActive = index === active || (edge === 'start' && index === active + 1 && touches(segments, index));
    return (
      // biome-ignore lint/a11y/useSemanticElements: not a rule between texts
      <div
        key={`${index} ${edge}`}
        role="separator"
        aria-orientation="vertical"
        aria-label={words}
        title={canEdit ? `${words}; drag to move` : undefined}
        className={classes.edge}
        data-dragged={drag.at(boundary) !== null || undefined}
        style={{ left: `${(100 * (at - from)) / seconds}%` }}
        {...(canEdit && drag.handlers(boundary))}
        {...(canEdit &&
          isOfActive && {
            tabIndex: 0,
            'aria-valuemin': 0,
            'aria-valuemax': Math.round(editor.length),
            'aria-valuenow': Math.round(at),
            'aria-valuetext': exact(at),
            onKeyDown: (event: KeyboardEvent) => {
              const by = { ArrowLeft: -moveBy, ArrowRight: moveBy }[event.key];
              if (!by || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
              event.preventDefault();
              event.stopPropagation();
              editor.moveEdge(edge, by, index);
            },
          })}
      />
    );
  });
}

/** A boundary under the pointer; the segments change once it is let go. */
function useDrag(editor: SegmentsEditorState, from: number, seconds: number) {
  const [dragged, setDragged] = useState<Boundary | null>(null);
  const isIt = ({ index, edge }: Boundary) => dragged?.index === index && dragged.edge === edge;
  return {
    at: (boundary: Boundary) => (isIt(boundary) ? (dragged?.at ?? null) : null),
    handlers: (boundary: Boundary) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setDragged(boundary);
      },
      onPointerMove: ({ currentTarget, clientX }: PointerEvent) => {
        const track = currentTarget.parentElement?.getBoundingClientRect();
        if (!isIt(boundary) || !track?.width) return;
        const at = from + ((clientX - track.left) / track.width) * seconds;
        setDragged({ ...boundary, at: Math.max(0, Math.round(at * 100) / 100) });
      },
      onPointerUp: () => {
        const by = isIt(boundary) && dragged ? dragged.at - boundary.at : 0;
        setDragged(null);
        if (by) editor.moveEdge(boundary.edge, by, boundary.index);
      },
      onPointerCancel: () => setDragged(null),
      // A boundary is no place to go to.
      onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
    }),
  };
}
