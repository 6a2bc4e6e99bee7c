import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useDeckPages } from '@/api/decks';
import { useUnits } from '@/api/documents';
import type { PairDetail } from '@/api/types';
import { usePageKeys } from '@/lib/usePageKeys';
import { ErrorNote } from '@/ui/ErrorNote';
import { KeyLine } from '@/ui/Keys';
import { Pending } from '@/ui/Pending';
import { usePlayer } from '../sheet/usePlayer';
import { Helper } from './Helper';
import { answering, anywhere, keys, moving } from './keys';
import type { Found } from './model';
import { PaperList } from './PaperList';
import classes from './Passages.module.css';
import { PassagesHead } from './PassagesHead';
import { PlaceList } from './PlaceList';
import type { PairPassages } from './requests';
import { usePassagesEditor } from './usePassagesEditor';

const KeySheet = lazy(async () => ({ default: (await import('./KeySheet')).KeySheet }));

interface PassagesEditorProps {
  slug: string;
  pair: PairDetail;
  stored: PairPassages;
  found: Found;
  mayFind: boolean;
  mayAnswer: boolean;
}

/** The talk with what is proposed at each place, the paper beside it, and what a threshold keeps. */
export function PassagesEditor({ slug, pair, stored, found, mayFind, mayAnswer }: PassagesEditorProps) {
  const paper = useUnits(pair.source.id);
  const pages = useDeckPages(stored.deck ?? 0, stored.deck !== null);
  const sentences = paper.data?.units ?? [];
  const editor = usePassagesEditor(pair.id, found, sentences.length);
  const player = usePlayer(stored.media_url);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 699px)') ?? false;
  const canAnswer = mayAnswer && !isNarrow;
  const { place, saving } = editor;
  usePageKeys(keys, {
    next: () => editor.move(1),
    previous: () => editor.move(-1),
    paper: editor.toPaper,
    back: editor.back,
    play: () => place && player.play([[place.start, place.end]]),
    sheet: () => setSheetOpen(true),
    ...(canAnswer && {
      choose: editor.choose,
      yes: () => editor.say(true),
      no: () => editor.say(false),
      accept: editor.accept,
      none: editor.none,
      add: editor.toPaper,
      undo: editor.undo,
      redo: editor.redo,
    }),
  });
  return (
    <PassagesHead slug={slug} pair={pair} stored={stored} editor={editor} mayFind={mayFind} canAnswer={canAnswer}>
      {saving.error !== null && <ErrorNote error={saving.error} onRetry={saving.retry} />}
      {player.trouble && <p role="alert">{player.trouble}</p>}
      {mayAnswer && !canAnswer && <p className={classes.note}>Answer on a larger screen.</p>}
      <div className={classes.work}>
        <PlaceList
          editor={editor}
          sentences={sentences}
          pages={pages.data?.pages ?? []}
          languages={{ talk: pair.target.language, paper: pair.source.language }}
          canAnswer={canAnswer}
        />
        <div className={classes.paper}>
          <Pending of={paper} what="the paper" />
          {paper.data && (
            <PaperList editor={editor} text={paper.data} language={pair.source.language} canAnswer={canAnswer} />
          )}
        </div>
        <Helper pair={pair.id} found={found} methods={stored.methods} editor={editor} mayChange={mayFind} />
      </div>
      <footer className={classes.footer}>
        <KeyLine of={[...(canAnswer ? answering : []), ...moving, ...anywhere]} />
        <p className={classes.why} role="status">
          {editor.why}
        </p>
      </footer>
      <Suspense>{isSheetOpen && <KeySheet canAnswer={canAnswer} onClose={() => setSheetOpen(false)} />}</Suspense>
    </PassagesHead>
  );
}
