import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Difference } from '@/ui/Difference';
import { pageText, type Slide, type TextSource, textFrom } from './model';
import type { SlidePage } from './requests';
import classes from './SlideText.module.css';

interface PageTextProps {
  slide: Slide;
  page: SlidePage;
  language: string;
}

/** What becomes the page's text, beside what it is; or what its lines say as they were read. */
export function PageText({ slide, page, language }: PageTextProps) {
  const [compares, setCompares] = useState(false);
  const [source, setSource] = useState<TextSource>('checked');
  const text = pageText(slide.blocks);
  const isSame = text === page.before;
  return (
    <section className={classes.becomes} aria-label="Becomes the page’s text">
      <h2>
        {source === 'checked' ? 'Becomes the page’s text' : 'As it was read'}{' '}
        {source === 'checked' && (
          <small>
            {isSame ? 'as it is now' : page.before === '' ? 'the page has none now' : 'it says something else now'}
          </small>
        )}
        {source === 'checked' && !isSame && page.before !== '' && (
          <button type="button" aria-pressed={compares} onClick={() => setCompares(!compares)}>
            Compare
          </button>
        )}
        <SegmentedControl
          size="xs"
          aria-label="Text from"
          value={source}
          onChange={(value) => setSource(value as TextSource)}
          data={[
            {
              value: 'file',
              label: page.lines.some((line) => line.source === 'deck') ? 'Deck' : 'PDF',
              disabled: !textFrom(page.lines, 'file'),
            },
            { value: 'ocr', label: 'OCR', disabled: !textFrom(page.lines, 'ocr') },
            { value: 'checked', label: 'Checked' },
          ]}
        />
      </h2>
      <div lang={language || undefined} dir="auto">
        {source !== 'checked' ? (
          textFrom(page.lines, source) || <i>no text</i>
        ) : compares && !isSame ? (
          <Difference before={page.before} after={text} language={language} />
        ) : (
          text || <i>no text</i>
        )}
      </div>
    </section>
  );
}
