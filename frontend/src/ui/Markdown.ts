import { later } from './later';
import type { MarkdownProps } from './MarkdownText';

/** Markdown; the code that reads it is loaded when there is something to read. */
export const Markdown = later<MarkdownProps>('the text', async () => (await import('./MarkdownText')).MarkdownText);
