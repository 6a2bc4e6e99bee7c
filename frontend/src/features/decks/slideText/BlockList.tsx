import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { plural } from '@/lib/format';
import { Confidence } from '@/ui/Confidence';
import { BlockWords } from './BlockWords';
import { isDoubtful } from './model';
import { OpenBlock } from './OpenBlock';
import type { Block } from './requests';
import classes from './SlideText.module.css';
import type { SlideEditorState } from './useSlideEditor';

interface BlockListProps {
  editor: SlideEditorState;
  language: string;
  canEdit: boolean;
}

/** The blocks of a slide in reading order; those that are left out by themselves at the end. */
export function BlockList({ editor, language, canEdit }: BlockListProps) {
  const { slide, active } = editor;
  const [isOpen, setOpen] = useState(false);
  const all = slide.blocks.map((block, at) => ({ block, at }));
  const shown = all.filter(({ block }) => !block.left_out);
  const left = all.filter(({ block }) => block.left_out);
  const isLeftShown = isOpen || left.some(({ at }) => at === active);
  const row = ({ block, at }: { block: Block; at: number }, number: number | null) => (
    <Row key={block.id} {...{ block, at, number, editor, language, canEdit }} />
  );
  return (
    <div className={classes.blocks}>
      <h2 className={classes.listHead}>
        Blocks <small>{plural(shown.length, 'block')}</small>
      </h2>
      {shown.length === 0 && (
        <p className="soft">No text found on this slide. Draw a box (N), or leave it as a picture.</p>
      )}
      <ol aria-label="Blocks in reading order">{shown.map((one, nth) => row(one, nth + 1))}</ol>
      {left.length > 0 && (
        <button type="button" className={classes.more} aria-expanded={isLeftShown} onClick={() => setOpen(!isOpen)}>
          <IconChevronRight size={14} stroke={1.75} aria-hidden="true" /> <b>{left.length} left out</b>{' '}
          {[...new Set(left.map(({ block }) => block.why).filter(Boolean))].join(', ')}
        </button>
      )}
      {isLeftShown && <ol aria-label="Left out">{left.map((one) => row(one, null))}</ol>}
    </div>
  );
}

interface RowProps extends BlockListProps {
  block: Block;
  at: number;
  /** In the reading order; null where it is left out. */
  number: number | null;
}

function Row({ block, at, number, editor, language, canEdit }: RowProps) {
  const isActive = at === editor.active;
  const element = `block-${block.id}`;
  // On arriving, the page stays at its head.
  const wasActive = useRef(isActive);
  useEffect(() => {
    if (isActive && !wasActive.current) document.getElementById(element)?.scrollIntoView({ block: 'nearest' });
    wasActive.current = isActive;
  }, [isActive, element]);
  return (
    <li
      id={element}
      className={classes.row}
      data-active={isActive || undefined}
      data-doubtful={isDoubtful(block) || undefined}
      data-left={block.left_out || undefined}
    >
      <span className={classes.mark}>
        {block.accepted && <IconCheck size={15} stroke={1.75} role="img" aria-label="accepted" />}
      </span>
      <span className="num">{number}</span>
      <div className={classes.words}>
        {isActive && editor.draft !== null && canEdit ? (
          <OpenBlock editor={editor} block={block} language={language} />
        ) : (
          <button
            type="button"
            className={classes.open}
            aria-current={isActive ? 'step' : undefined}
            onClick={() => editor.go(at)}
            onDoubleClick={() => canEdit && editor.edit()}
          >
            <BlockWords block={block} page={editor.page} language={language} />
          </button>
        )}
      </div>
      <span className={classes.kind}>{block.kind}</span>
      <span className={classes.sure}>
        <Confidence value={block.confidence} />
      </span>
    </li>
  );
}
