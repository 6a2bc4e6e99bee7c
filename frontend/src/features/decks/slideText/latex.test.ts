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
  const link = setMath('\\href{javascript:alert(1)}{x}');
  expect('fault' in link || !link.markup.includes('javascript:alert(1)"')).toBe(true);
  expect('markup' in link && link.markup).not.toContain('href="javascript');
});
