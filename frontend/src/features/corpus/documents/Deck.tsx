import { useDeckPages } from '@/api/decks';
import type { Document, DocumentUnits } from '@/api/types';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { usePageKeys } from '@/lib/usePageKeys';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { DeckPictures } from './DeckPictures';
import { Filmstrip } from './Filmstrip';
import { OpenPage } from './OpenPage';

const keys = { previous: ['ArrowLeft'], next: ['ArrowRight'] } as const;

interface DeckProps {
  document: Document;
  text: DocumentUnits | undefined;
  /** Whether the reader may add and remove pictures. */
  editable: boolean;
}

/** The pages of a deck: one large, with its text beside it, and all of them in a strip. */
export function Deck({ document, text, editable }: DeckProps) {
  const deck = useDeckPages(document.id);
  const choose = useChooseParams();
  const pages = deck.data?.pages ?? [];
  const chosen = Number(useAddressParams().get('page'));
  const open = pages.find(({ number }) => number === chosen) ?? pages[0];
  const show = (number: number) => {
    if (number >= 1 && number <= pages.length) choose({ page: String(number) }, { replace: true });
  };
  const step = (by: number) => open && show(open.number + by);
  usePageKeys(keys, { previous: () => step(-1), next: () => step(1) });
  const size = sizeOf(pages);
  return (
    <Part title="Pages" note={pages.length > 0 ? pages.length : undefined}>
      <Pending of={deck} what="the pages" />
      {deck.data && <DeckPictures document={document} deck={deck.data} editable={editable} />}
      {open && (
        <>
          <Filmstrip pages={pages} open={open.number} size={size} language={document.language} onOpen={show} />
          <OpenPage
            page={open}
            size={size}
            nPages={pages.length}
            text={textOf(text, open.number)}
            language={document.language}
            keys={keys}
            onStep={step}
          />
        </>
      )}
    </Part>
  );
}

type Pages = NonNullable<ReturnType<typeof useDeckPages>['data']>['pages'];

/** Of the first picture: pages of a deck are alike, and those without a picture look like the others. */
function sizeOf(pages: Pages): readonly [number, number] {
  const first = pages.find(({ width, height }) => width && height);
  return first?.width && first.height ? [first.width, first.height] : [16, 9];
}

/** What a page says; undefined until the text is there. */
function textOf(text: DocumentUnits | undefined, number: number): string | undefined {
  return text?.units
    .filter((unit) => (unit.page ?? unit.position + 1) === number)
    .map((unit) => unit.text)
    .join('\n')
    .trim();
}
