import { expect, it } from 'vitest';
import type { Label } from '@/features/reviewing/requests/guidelines';
import { blankLabel, faultOf, keyFrom, moved, newIn } from './model';

const value = (key: string) => ({ key, name: key, hidden: false });
const label = (key: string, more: Partial<Label> = {}): Label => ({ ...blankLabel([]), key, name: key, ...more });

it('makes a key from a name', () => {
  expect(keyFrom('Speaker’s tone')).toBe('speaker_s_tone');
  expect(keyFrom('2 Über-Sätze!')).toBe('uber_satze');
  expect(keyFrom('話し方')).toBe('');
});

it('names what is wrong with a label', () => {
  const others = [label('tone')];
  expect(faultOf(label('x', { name: ' ' }), others)?.field).toBe('name');
  expect(faultOf(label('Tone'), others)?.field).toBe('key');
  expect(faultOf(label('tone'), others)?.text).toBe('Another label has this key.');
  expect(faultOf(label('x', { type: 'choice' }), others)?.field).toBe('values');
  expect(faultOf(label('null_reason', { type: 'choice' }), others)).toBeNull();
  expect(faultOf(label('x', { type: 'tags', values: [value('a')] }), others)).toBeNull();
});

it('gives a new label the first digit that is free', () => {
  expect(blankLabel([label('a', { shortcut: 6 }), label('b', { shortcut: 8 })]).shortcut).toBe(7);
  expect(blankLabel([6, 7, 8, 9].map((n) => label(`l${n}`, { shortcut: n as Label['shortcut'] }))).shortcut).toBeNull();
});

it('moves a label, and not beyond the ends', () => {
  const keys = (labels: readonly Label[]) => labels.map(({ key }) => key).join('');
  const all = [label('a'), label('b'), label('c')];
  expect(keys(moved(all, 'b', -1))).toBe('bac');
  expect(keys(moved(all, 'b', 1))).toBe('acb');
  expect(keys(moved(all, 'a', -1))).toBe('abc');
  expect(keys(moved(all, 'c', 1))).toBe('abc');
});

it('finds what is new since a version', () => {
  const before = [label('a', { type: 'choice', values: [value('x'), value('y')] })];
  const after = [
    label('a', { type: 'choice', values: [{ ...value('x'), name: 'Ex' }, value('y'), value('z')] }),
    label('b'),
  ];
  expect([...newIn(after, before)]).toEqual(['a:x', 'a:z', 'b']);
  expect(newIn(after, undefined).size).toBe(0);
});
