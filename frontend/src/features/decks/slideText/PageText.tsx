import { useState } from 'react';
import { Difference } from '@/ui/Difference';
import { pageText, type Slide } from './model';
import type { SlidePage } from './requests';
import classes from './SlideText.module.css';

interface PageTextProps {
  slide: Slide;
  page: SlidePage;
  language: string;
}

/** What becomes the page's text, beside what it is. */
export function PageText({ slide, page, language }: PageTextProps) {
  const [compares, setCompares] = useState(false);
  const text = pageText(slide.blocks);
  const isSame = text === page.before;
  return (
    <section className={classes.becomes} aria-label="Becomes the page’s text">
      <h2>
        Becomes the page’s text{' '}
        <small>
          {isSame ? 'as it is now' : page.before === '' ? 'the page has none now' : 'it says something else now'}
        </small>
        {!isSame && page.before !== '' && (
          <button type="button" aria-pressed={compares} onClick={() => setCompares(!compares)}>
            Compare
          </button>
        )}
      </h2>
      <div lang={language || undefined} dir="auto">
        {compares && !isSame ? (
          <Difference before={page.before} after={text} language={language} />
        ) : (
          text || <i>no text</i>
        )}
      </div>
    </section>
  );
}
