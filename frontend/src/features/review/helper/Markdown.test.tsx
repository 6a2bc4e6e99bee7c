import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Markdown } from './Markdown';

function html(text: string): string {
  return render(<Markdown text={text} />).container.innerHTML;
}

describe('guidelines as Markdown', () => {
  it('draws headings, lists and paragraphs, lines joined', () => {
    expect(html('# Align\nRead **all**,\nthen *judge*.\n\n- one\n  more\n- `two`\n\n1. first\n2. second')).toBe(
      '<h3>Align</h3><p>Read <b>all</b>, then <em>judge</em>.</p><ul><li>one more</li><li><code>two</code></li></ul>' +
        '<ol><li>first</li><li>second</li></ol>',
    );
  });

  it('leaves what is no mark as it was written', () => {
    expect(html('2 * 3 * 4 and __drop__ and a * b')).toBe('<p>2 * 3 * 4 and __drop__ and a * b</p>');
  });

  it('makes no HTML of what looks like it, and links to the web only', () => {
    expect(html('<img src=x onerror=alert(1)> [a](https://a.example/b) [b](javascript:alert(1))')).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt; <a href="https://a.example/b" rel="noreferrer" target="_blank">a</a> ' +
        '[b](javascript:alert(1))</p>',
    );
  });
});
