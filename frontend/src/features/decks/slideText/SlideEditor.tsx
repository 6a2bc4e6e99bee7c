import { lazy, Suspense, useRef, useState } from 'react';
import { ErrorNote } from '@/ui/ErrorNote';
import { KeyLine } from '@/ui/Keys';
import { BlockList } from './BlockList';
import { Head } from './Head';
import { anywhere, changing, moving, ofSteps, onBox } from './keys';
import { stepsOf, textFrom } from './model';
import { PageText } from './PageText';
import { Progress } from './Progress';
import { SlidePicture } from './SlidePicture';
import classes from './SlideText.module.css';
import { Steps } from './Steps';
import type { SlideEditorProps } from './slideEditorProps';
import { Tools } from './Tools';
import { useBoxMode } from './useBoxMode';
import { useSlideEditor } from './useSlideEditor';
import { useSlideKeys } from './useSlideKeys';
import { Why } from './Why';

// What is seldom asked for is not part of a first visit.
const KeySheet = lazy(async () => ({ default: (await import('./KeySheet')).KeySheet }));
const SavedMeanwhile = lazy(async () => ({ default: (await import('./SavedMeanwhile')).SavedMeanwhile }));

/** A slide with the boxes of its blocks, why they are merged, and the blocks as a list: what becomes its text. */
export function SlideEditor({ onShow, canEdit, ...of }: SlideEditorProps) {
  const { document, text, deck, page, listed } = of;
  const editor = useSlideEditor(document.id, page);
  const { look, source: chosen } = of.seen;
  const source = chosen === 'checked' || textFrom(page.lines, chosen) ? chosen : 'checked';
  const [isSheetOpen, setSheetOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const mode = useBoxMode(editor);
  const { saving } = editor;
  /** What is not saved is saved first: another slide opens once it is. */
  const show = async (to: number | undefined) => {
    if (to === undefined || to === page.page) return;
    if ((await saving.save()) !== null) onShow(to);
  };
  const at = listed.findIndex((one) => one.page === (page.shows ?? page.page));
  const steps = stepsOf(text.pages, page.page);
  useSlideKeys({
    editor,
    canEdit,
    field,
    mode,
    sheet: () => setSheetOpen(true),
    look: () => of.onSee({ look: look === 'picture' ? 'boxes' : 'picture' }),
    slide: (by) => void show((listed[at + by] ?? (at < 0 ? listed[0] : undefined))?.page),
    isStep: page.shows !== null || page.is_opened,
  });
  return (
    <Head {...{ ...of, editor, canEdit, source, field }} onShow={show}>
      <Progress document={document} text={text} mayRead={of.mayRead} />
      {saving.error !== null && <ErrorNote error={saving.error} onRetry={() => void saving.save()} />}
      <Suspense>
        {saving.theirs && (
          <SavedMeanwhile page={page.page} theirs={saving.theirs} mine={editor.slide} onResolve={saving.resolve} />
        )}
      </Suspense>
      {of.mayEdit && !canEdit && <p className={classes.note}>Edit on a larger screen.</p>}
      <div className={classes.work}>
        <div className={classes.seen}>
          <SlidePicture
            editor={editor}
            look={look}
            mode={mode.is}
            canEdit={canEdit}
            shown={deck.find(({ number }) => number === page.page)}
            language={document.language}
          />
          <p className={classes.caption}>
            <b>
              Page {page.page} of {deck.length}
            </b>{' '}
            {page.problem && <span className={classes.problem}>{page.problem}</span>}
            <span className="grow" />
            <small>numbers: reading order; dashed: doubtful or left out</small>
          </p>
          {canEdit && <Tools editor={editor} mode={mode} />}
          <p className={classes.why} role="status">
            {editor.why}
          </p>
          <Why editor={editor} />
          <Steps steps={steps} page={page} deck={deck} measure={text.measure} limit={text.options.fold} onShow={show} />
        </div>
        <div className={classes.side}>
          <BlockList editor={editor} language={document.language} canEdit={canEdit} />
          <PageText slide={editor.slide} page={page} source={source} language={document.language} />
        </div>
      </div>
      <div className={classes.keys}>
        <KeyLine
          of={[
            ...moving,
            ...(canEdit ? (mode.is ? onBox : changing) : []),
            ...(canEdit && steps.length > 1 ? ofSteps : []),
            ...anywhere,
          ]}
        />
      </div>
      <Suspense>{isSheetOpen && <KeySheet canEdit={canEdit} onClose={() => setSheetOpen(false)} />}</Suspense>
    </Head>
  );
}
