import { SegmentedControl, TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useState } from 'react';
import { Link } from 'react-router';
import { Chips } from '@/ui/Chips';
import { Key, shortcutOf } from '@/ui/Keys';
import { SaveState } from '@/ui/large/SaveState';
import { Page } from '@/ui/Page';
import { UndoRedo } from '@/ui/UndoRedo';
import { keys } from './keys';
import { type Filter, fileName, filtered, type TextSource, textFrom } from './model';
import { RulesDialog } from './RulesDialog';
import type { Look } from './SlidePicture';
import classes from './SlideText.module.css';
import { StoreButton } from './StoreButton';
import type { SlideEditorProps } from './slideEditorProps';
import type { SlideEditorState } from './useSlideEditor';

interface HeadProps extends Omit<SlideEditorProps, 'onShow'> {
  editor: SlideEditorState;
  /** The chosen one, where the page has it. */
  source: TextSource;
  field: RefObject<HTMLInputElement | null>;
  onShow: (page: number) => void;
  children: ReactNode;
}

const labels: Readonly<Record<Filter, string>> = {
  slides: 'Slides',
  check: 'To check',
  formula: 'Formulas',
  handwriting: 'Handwriting',
  vertical: 'Vertical',
  differs: 'Differ from the file',
  trouble: 'Not read',
};

/** The page of a deck's text: how far it is, whether it is saved, and which slides are gone through. */
export function Head({ slug, document, text, editor, canEdit, mayRead, children, ...of }: HeadProps) {
  const slides = filtered(text.pages, 'slides');
  const n = slides.filter(({ is_checked }) => is_checked).length;
  const { saving } = editor;
  return (
    <Page
      title="Slide text"
      above={
        <Link to={`/p/${slug}/documents/${document.id}`} dir="auto">
          {document.title}
        </Link>
      }
      lead={`${n} of ${slides.length} slides checked`}
      actions={
        <>
          {canEdit && <SaveState {...saving} isRefused={saving.theirs !== null} />}
          {canEdit && <UndoRedo keys={keys} editor={editor} />}
          {mayRead && <RulesDialog deck={document.id} text={text} isDisabled={!saving.isSaved} />}
          {mayRead && <StoreButton deck={document.id} text={text} save={saving.save} />}
        </>
      }
    >
      {text.newer !== null && (
        <p className={classes.note}>
          This deck has a <Link to={`/p/${slug}/documents/${text.newer}/slide-text`}>newer version</Link>. Go on with
          that one.
        </p>
      )}
      <div className={classes.bar}>
        <Chips
          label="Slides shown"
          options={Object.entries(labels).map(([value, label]) => ({
            value,
            label,
            n: filtered(text.pages, value as Filter).length,
          }))}
          chosen={of.filter}
          onChoose={(value) => of.onFilter(value as Filter)}
        />
        <span className="grow" />
        <small className={classes.what}>Show</small>
        <SegmentedControl
          size="xs"
          aria-label="Show"
          value={of.seen.look}
          onChange={(value) => of.onSee({ look: value as Look })}
          data={[
            { value: 'boxes', label: 'Boxes' },
            { value: 'text', label: 'Text on top' },
            { value: 'picture', label: 'Picture' },
          ]}
        />
        <small className={classes.what}>Text from</small>
        <SegmentedControl
          size="xs"
          aria-label="Text from"
          value={of.source}
          onChange={(value) => of.onSee({ source: value as TextSource })}
          data={[
            { value: 'file', label: fileName(of.page.lines), disabled: !textFrom(of.page.lines, 'file') },
            { value: 'ocr', label: 'OCR', disabled: !textFrom(of.page.lines, 'ocr') },
            { value: 'checked', label: 'Checked' },
          ]}
        />
        <SlideField field={of.field} page={of.page.page} onShow={of.onShow} />
      </div>
      {children}
    </Page>
  );
}

function SlideField({
  field,
  page,
  onShow,
}: {
  field: HeadProps['field'];
  page: number;
  onShow: (page: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed && /^\d+$/.test(typed)) onShow(Number(typed));
        field.current?.blur();
      }}
    >
      <TextInput
        ref={field}
        aria-label="Slide"
        aria-keyshortcuts={shortcutOf(keys.slide)}
        rightSection={<Key of={keys.slide} />}
        inputMode="numeric"
        size="xs"
        w={76}
        value={typed ?? String(page)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => setTyped(null)}
      />
    </form>
  );
}
