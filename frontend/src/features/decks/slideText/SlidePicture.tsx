import { type CSSProperties, useRef } from 'react';
import type { DeckPage } from '@/api/decks';
import { PagePicture } from '@/ui/large/PagePicture';
import { BlockBox } from './BlockBox';
import { pageText } from './model';
import { placed } from './placed';
import classes from './SlideText.module.css';
import type { BoxMode } from './useBoxMode';
import { useDrawnBox } from './useDrawnBox';
import type { SlideEditorState } from './useSlideEditor';

/** What is drawn on the picture: boxes, texts in their places, or nothing. */
export type Look = 'boxes' | 'text' | 'picture';

interface SlidePictureProps {
  editor: SlideEditorState;
  look: Look;
  mode: BoxMode | null;
  canEdit: boolean;
  /** The page of the deck, with its picture. */
  shown: DeckPage | undefined;
  language: string;
}

/** The slide, with the boxes of its blocks numbered in reading order. A box is drawn by dragging beside them. */
export function SlidePicture({ editor, look, mode, canEdit, shown, language }: SlidePictureProps) {
  const { slide, size, active } = editor;
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useDrawnBox({ frame, size, isOn: canEdit && look !== 'picture', editor });
  const blocks = slide.blocks.map((block, at) => ({ block, at, box: drawn.at === at ? drawn.box : block.box }));
  let number = 0;
  return (
    <div
      className={classes.picture}
      ref={frame}
      style={{ '--shape': size[0] / size[1] } as CSSProperties}
      data-drawing={drawn.at === null && drawn.box ? true : undefined}
      {...drawn.on}
    >
      <PagePicture
        number={editor.page.page}
        picture={shown?.picture ?? null}
        size={size}
        text={pageText(slide.blocks)}
        language={language}
      />
      {look !== 'picture' &&
        blocks.map(({ block, at, box }) => {
          if (!block.left_out) number += 1;
          if (!box) return null;
          return (
            <BlockBox
              key={block.id}
              {...{ block, box, size, language }}
              number={block.left_out ? null : number}
              isActive={at === active}
              mode={at === active ? mode : null}
              canMove={canEdit && at === active}
              text={look === 'text' ? block.text : ''}
              onOpen={() => editor.go(at)}
              onEdit={() => canEdit && editor.edit()}
            />
          );
        })}
      {drawn.at === null && drawn.box && <span className={classes.drawn} style={placed(drawn.box, size)} />}
    </div>
  );
}
