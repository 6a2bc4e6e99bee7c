import { expect, it } from 'vitest';
import { nTokens, setMath } from './latex';

const faultOf = (tex: string) => {
  const set = setMath(tex);
  return 'fault' in set ? set.fault : '';
};

it('a formula becomes MathML', () => {
  const set = setMath('\\frac{1}{2}');
  expect(set).toHaveProperty('markup');
  expect('markup' in set && set.markup).toMatch(/<math [^>]*>.*<mfrac>/s);
  expect(nTokens('P(t) = \\frac{1}{\\pi}')).toBe(8);
});

it('what is wrong is said, with its place', () => {
  expect(faultOf('\\frac{1}{2')).toMatch(/expected '}'/);
  expect(faultOf('\\frac{1}{2')).toMatch(/at end of input$/);
  expect(faultOf('x \\nothing y')).toMatch(/^Undefined control sequence: \\nothing, at position 3$/);
  expect(faultOf('')).toBe('There is no formula yet.');
});

it.each([
  '\\def\\x{\\x\\x}\\x',
  '\\gdef\\a{b}\\a',
  '\\newcommand{\\a}{\\a\\a}\\a',
  '\\let\\a=b',
  `\\def\\a{${'x'.repeat(2400)}}${'\\a'.repeat(200)}`,
])('a definition is refused before it grows: %.20s', (tex) => {
  const start = performance.now();
  expect(faultOf(tex)).toMatch(/^Formulas define nothing/);
  expect(performance.now() - start).toBeLessThan(50);
});

it('what merely begins like a definition is none', () => {
  expect(faultOf('a \\leq b \\longrightarrow \\left( c \\right)')).toBe('');
});

it('a formula of a size without bounds is refused or kept small', () => {
  expect(faultOf('x'.repeat(6000))).toBe('It has 6000 characters; 5000 are allowed.');
  const set = setMath('\\rule{9999999em}{9999999em}');
  expect('markup' in set && set.markup).not.toContain('9999999em"');
});

it('nothing of a formula becomes markup of the page', () => {
  const set = setMath('\\text{<img src=x onerror=alert(1)>}');
  expect('markup' in set && set.markup).not.toContain('<img');
  expect('markup' in set && set.markup).toContain('&lt;img');
});

it.each([
  '\\href{javascript:alert(1)}{x}',
  '\\url{https://a.example}',
  'x + \\includegraphics[width=9em]{https://a.example/b.png}',
  '\\htmlStyle{position:fixed}{x}',
])('what reaches outside of a formula is no valid one: %s', (tex) => {
  expect(faultOf(tex)).toMatch(/^Links, pictures and HTML are no part of a formula: leave out \\[a-zA-Z]+\.$/);
});

it.each([
  ['{', '}', 2000],
  ['\\sqrt{', '}', 700],
  ['\\left(', '\\right)', 300],
  ['\\begin{matrix}', '\\end{matrix}', 150],
])('a formula that is nested without end is refused in words: %s', (open, close, n) => {
  expect(faultOf(`${open.repeat(n)}x${close.repeat(n)}`)).toBe(`It is nested ${n} deep; 100 are allowed.`);
  expect(faultOf(`${open.repeat(20)}x${close.repeat(20)}`)).toBe('');
  expect(faultOf('\\{ x \\}'.repeat(200))).toBe('');
});
