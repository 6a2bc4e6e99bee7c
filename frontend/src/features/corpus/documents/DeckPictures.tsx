import { Button, FileButton } from '@mantine/core';
import { type DeckPages, useDrawPages, useRemovePictures, useUploadPictures } from '@/api/decks';
import type { Document } from '@/api/types';
import { isLive } from '@/api/work';
import { bytes, percent, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Meter } from '@/ui/Meter';
import classes from './Deck.module.css';

interface DeckPicturesProps {
  document: Document;
  deck: DeckPages;
  editable: boolean;
}

/** How far the pictures of a deck are, what is missing, and for admins how to add, replace and remove them. */
export function DeckPictures({ document, deck, editable }: DeckPicturesProps) {
  const upload = useUploadPictures(document.id);
  const draw = useDrawPages(document.id);
  const remove = useRemovePictures(document.id);
  const { pictures } = deck;
  const error = upload.error ?? draw.error ?? remove.error ?? pictures?.error;
  const begin = (act: () => void) => {
    for (const request of [upload, draw, remove]) request.reset();
    act();
  };
  if (upload.isPending) {
    return (
      <div className={classes.making}>
        <Meter value={upload.progress} label="Uploading" text={`Uploading, ${percent(upload.progress)}`} />
        <Button onClick={upload.cancel}>Cancel</Button>
      </div>
    );
  }
  if (pictures && isLive(pictures)) {
    return (
      <div className={classes.making}>
        <Meter
          value={pictures.progress}
          label="Making pictures of the pages"
          text={pictures.message || 'Waiting for a worker'}
        />
        <span className="soft">You can leave this page.</span>
        {editable && (
          <Button loading={remove.isPending} onClick={() => begin(remove.mutate)}>
            Cancel
          </Button>
        )}
      </div>
    );
  }
  const has = deck.pages.some(({ picture }) => picture !== null);
  const busy = draw.isPending || remove.isPending;
  return (
    <div className={classes.pictures}>
      {error && <ErrorNote error={error} />}
      <p className="soft">{has ? whatIsShown(deck) : whyTextOnly(document, deck)}</p>
      {editable && (
        <div className={classes.buttons}>
          {deck.can_be_drawn && !has && (
            <Button loading={draw.isPending} disabled={busy} onClick={() => begin(draw.mutate)}>
              Draw the pages
            </Button>
          )}
          <FileButton
            multiple
            accept=".pdf,.zip,.png,.jpg,.jpeg"
            onChange={(files) => files.length > 0 && begin(() => upload.mutate(files))}
          >
            {(props) => (
              <Button {...props} disabled={busy}>
                {has ? 'Replace pictures' : 'Add PDF or frames'}
              </Button>
            )}
          </FileButton>
          {has && (
            <AskFirst
              verb="Remove"
              label="Remove pictures"
              question="Remove the pictures? The text stays."
              yes="Remove pictures"
              isPending={remove.isPending}
              onYes={() => begin(remove.mutate)}
            />
          )}
          <span className="soft">
            A PDF or a zip of frames, or PNG and JPEG frames, one a page; up to {bytes(deck.limit_bytes)}.
          </span>
        </div>
      )}
    </div>
  );
}

function whatIsShown({ pictures, pages }: DeckPages): string {
  const without = pages.filter(({ missing }) => missing.includes('text')).length;
  const from = pictures?.state === 'done' ? `Pictures from ${pictures.name}.` : '';
  return `${from} ${without > 0 ? `${plural(without, 'page has', 'pages have')} no text.` : ''}`.trim();
}

function whyTextOnly({ importer }: Document, { can_be_drawn }: DeckPages): string {
  if (can_be_drawn) return 'Text only: no pictures of the pages have been made.';
  const file = importer === 'pptx' ? 'PPTX pages' : 'pages of this file';
  return `Text only: ${file} have no pictures. Add a PDF to show them.`;
}
