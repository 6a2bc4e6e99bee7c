/**
 * Markdown as people write guidelines: headings, lists, tables, quotations, code and links. HTML in it stays text, links go
 * to the web only, and no picture is fetched from elsewhere.
 */

import { useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import classes from './MarkdownText.module.css';

export interface MarkdownProps {
  text: string;
  /** Numbers of lines, from 1: the blocks that they are in are marked. */
  changed?: ReadonlySet<number>;
}

interface Node {
  type: string;
  spread?: boolean | null;
  children?: Node[];
  position?: { start: { line: number }; end: { line: number } };
  data?: { hProperties?: Record<string, unknown> };
}

/** Blocks that are marked as wholes; what holds them is looked into. */
const leaves = new Set(['paragraph', 'heading', 'tableRow', 'code', 'thematicBreak']);

/** Each block says at which line it begins, and whether something in it has changed. */
function lines({ changed }: { changed: ReadonlySet<number> | undefined }) {
  const mark = (node: Node): void => {
    // The words of an item of a list stand in the item itself, unless there are empty lines between the items.
    const tight = node.type === 'listItem' && !node.spread ? node.children?.[0] : undefined;
    if (!leaves.has(node.type)) for (const child of node.children ?? []) if (child !== tight) mark(child);
    const position = tight ? tight.position : leaves.has(node.type) ? node.position : undefined;
    if (!position) return;
    const { start, end } = position;
    const all = Array.from({ length: end.line - start.line + 1 }, (_, n) => start.line + n);
    const isChanged = all.some((line) => changed?.has(line));
    const hProperties = { 'data-line': start.line, ...(isChanged && { 'data-changed': 'true' }) };
    node.data = { ...node.data, hProperties };
  };
  return mark;
}

const isWeb = (url: string) => /^(?:https?:|mailto:)/i.test(url);

// The page has its own heading: those of the text begin one level below.
const components: Components = {
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  h5: 'h6',
  a: ({ href, children }) =>
    href ? (
      <a href={href} rel="noreferrer" target="_blank">
        {children}
      </a>
    ) : (
      children
    ),
  // The only input of Markdown: the box of an item that is done, or not.
  input: ({ checked }) => (
    <span data-box="" role="img" aria-label={checked ? 'Done:' : 'Not done:'}>
      {checked ? '☑' : '☐'}
    </span>
  ),
  table: ({ children }) => (
    <div className={classes.table}>
      <table>{children}</table>
    </div>
  ),
};

export function MarkdownText({ text, changed }: MarkdownProps) {
  const plugins = useMemo(() => [remarkGfm, [() => lines({ changed })] as [() => (node: Node) => void]], [changed]);
  return (
    <div className={classes.text} dir="auto">
      <ReactMarkdown
        remarkPlugins={plugins}
        components={components}
        urlTransform={(url) => (isWeb(url) ? url : undefined)}
        disallowedElements={['img']}
        unwrapDisallowed
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
