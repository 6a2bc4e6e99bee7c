/**
 * The part of Markdown that guidelines are written in: headings, lists, paragraphs, bold, emphasis, code and links.
 * Nothing of it becomes HTML that was not made here, and links go to the web only.
 */

import { Fragment, type ReactNode } from 'react';

interface Block {
  kind: 'h3' | 'p' | 'ul' | 'ol';
  lines: string[];
}

const item = /^\s*(?:([-*+])|\d+[.)])\s+/;

export function Markdown({ text }: { text: string }) {
  return blocksOf(text).map(({ kind, lines }, i) => {
    if (kind === 'h3') return <h3 key={i}>{inline(lines.join(' '))}</h3>;
    if (kind === 'p') return <p key={i}>{inline(lines.join(' '))}</p>;
    const List = kind;
    return (
      <List key={i}>
        {lines.map((line, n) => (
          <li key={n}>{inline(line)}</li>
        ))}
      </List>
    );
  });
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  const start = (kind: Block['kind'], line: string) => {
    blocks.push({ kind, lines: [line] });
    isOpen = kind !== 'h3';
  };
  for (const line of text.split(/\r?\n/)) {
    const last = isOpen ? blocks.at(-1) : undefined;
    const bullet = item.exec(line);
    if (line.trim() === '') isOpen = false;
    else if (/^#{1,6}\s/.test(line)) start('h3', line.replace(/^#+\s+/, ''));
    else if (bullet) {
      const kind = bullet[1] ? 'ul' : 'ol';
      if (last?.kind === kind) last.lines.push(line.replace(item, ''));
      else start(kind, line.replace(item, ''));
    } else if (!last) start('p', line.trim());
    else last.lines.push(`${last.lines.pop() ?? ''} ${line.trim()}`);
  }
  return blocks;
}

const marks = /(`[^`]+`)|(\*\*[^*]+\*\*)|(\*[^*\s][^*]*\*)|(\[[^\]]+\]\(https?:\/\/[^\s)]+\))/g;

function inline(text: string): ReactNode {
  const parts = text.split(marks).filter((part) => part !== undefined && part !== '');
  return parts.map((part, i) => {
    const link = /^\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)$/.exec(part);
    const made = link ? (
      <a href={link[2]} rel="noreferrer" target="_blank">
        {link[1]}
      </a>
    ) : /^`.+`$/.test(part) ? (
      <code>{part.slice(1, -1)}</code>
    ) : /^\*\*.+\*\*$/.test(part) ? (
      <b>{part.slice(2, -2)}</b>
    ) : /^\*[^*].*\*$/.test(part) ? (
      <em>{part.slice(1, -1)}</em>
    ) : (
      part
    );
    return <Fragment key={i}>{made}</Fragment>;
  });
}
