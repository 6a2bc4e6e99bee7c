import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MarkdownText } from './MarkdownText';

const html = (text: string, changed?: ReadonlySet<number>) =>
  render(<MarkdownText text={text} changed={changed} />).container;

it('draws headings below that of the page, lists, tables and quotations', () => {
  const made = html(
    '# Align\n\nRead **all**.\n\n- one\n- `two`\n\n| a | b |\n|---|---|\n| 1 | 毎日 |\n\n> EN x\n> JA y',
  );
  expect(made.querySelector('h2')?.textContent).toBe('Align');
  expect([...made.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['one', 'two']);
  expect(made.querySelector('td:last-child')?.textContent).toBe('毎日');
  expect(made.querySelector('blockquote')?.textContent?.trim()).toBe('EN x\nJA y');
});

it('makes no HTML of what looks like it, fetches nothing, and links to the web only', () => {
  const made = html(
    '<img src=x onerror=alert(1)> <script>alert(1)</script>\n\n![pic](https://a.example/x.png) [a](https://a.example/b) [b](javascript:alert(1)) [c](/p/x)',
  );
  expect(made.querySelector('img, script, [onerror]')).toBeNull();
  expect(made.textContent).toContain('onerror');
  expect([...made.querySelectorAll('a')].map((a) => [a.textContent, a.getAttribute('href')])).toEqual([
    ['a', 'https://a.example/b'],
  ]);
});

it('marks the blocks that lines which changed are in', () => {
  const made = html('# One\n\ntwo\nthree\n\n- four\n- five', new Set([4, 7]));
  expect([...made.querySelectorAll('[data-changed]')].map(({ textContent }) => textContent)).toEqual([
    'two\nthree',
    'five',
  ]);
});
