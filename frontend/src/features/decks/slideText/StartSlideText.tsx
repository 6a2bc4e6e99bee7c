import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Document } from '@/api/types';
import { isLive } from '@/api/work';
import { ErrorNote } from '@/ui/ErrorNote';
import { Page } from '@/ui/Page';
import { Progress } from './Progress';
import { type SlideText, useReadSlides } from './requests';
import classes from './SlideText.module.css';

interface StartSlideTextProps {
  slug: string;
  document: Document;
  text: SlideText;
  mayRead: boolean;
}

/** A deck whose slides nobody has had read. */
export function StartSlideText({ slug, document, text, mayRead }: StartSlideTextProps) {
  const read = useReadSlides(document.id);
  const from = text.has_layer ? 'the text layer of its PDF' : 'the text that was imported';
  return (
    <Page
      title="Slide text"
      guide="admin#slide-text"
      above={
        <Link to={`/p/${slug}/documents/${document.id}`} dir="auto">
          {document.title}
        </Link>
      }
      lead={
        mayRead
          ? `What the slides say, block by block, from ${from}.`
          : 'Nobody has had these slides read yet. Project admins can.'
      }
    >
      <Progress document={document} text={text} mayRead={mayRead} />
      <div className={classes.start}>
        {text.newer !== null && (
          <p>
            This deck has a <Link to={`/p/${slug}/documents/${text.newer}/slide-text`}>newer version</Link>. Go on with
            that one.
          </p>
        )}
        {text.no_ocr ? (
          <p>Slides that are pictures can’t be read here. {text.no_ocr}</p>
        ) : (
          <p>Pages without text are read from their pictures, by RapidOCR on this site. Nothing is sent anywhere.</p>
        )}
        {!text.has_pictures && (
          <p>The deck has no pictures of its pages yet. Add them on the deck’s page to see the boxes.</p>
        )}
        {mayRead && !isLive(text.work) && (
          <Button
            variant="filled"
            loading={read.isPending}
            onClick={() => read.mutate({ pictures: text.no_ocr ? 'none' : 'missing' })}
          >
            Read the slides
          </Button>
        )}
        {read.isError && <ErrorNote error={read.error} />}
      </div>
    </Page>
  );
}
