import type { MarkdownProps } from './large/MarkdownText';
import { later } from './later';

/** Markdown; the code that reads it is loaded when there is something to read. */
export const Markdown = later<MarkdownProps>(
  'the text',
  async () => (await import('./large/MarkdownText')).MarkdownText,
);
