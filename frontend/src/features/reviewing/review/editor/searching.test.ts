import { expect, it } from 'vitest';
import { everything, viewFromParams } from '../model/filters';
import { runJob } from '../replace/job';
import { servePages, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { atOnce, chooseView } from './searching';

servePages();

it('shows what a text or an expression finds, and keeps what is shown where an expression is broken', async () => {
  const page = await visit();
  expect(await chooseView(page, { ...everything, query: 'TEXT 2' })).toBeNull();
  expect(page.state.visible).toEqual([uuid(3)]);
  expect(await chooseView(page, { ...everything, query: '/text [13]/' })).toBeNull();
  expect(page.state.visible).toEqual([uuid(2), uuid(4)]);
  expect(await chooseView(page, { ...everything, query: '/text [/' })).toMatch(/regular expression/i);
  expect(page.state.visible).toEqual([uuid(2), uuid(4)]);
  expect(page.state.view.query).toBe('/text [13]/');
});

it('does not run an expression of the address before the page is there', () => {
  const view = viewFromParams(new URLSearchParams('show=flagged&q=/(a%2B)%2B$/'));
  expect(atOnce(view)).toEqual({ ...view, query: '' });
  expect(atOnce({ ...view, query: 'plain' }).query).toBe('plain');
});

it('counts matches, and replaces with groups in an expression only', () => {
  const texts = ['10 kg and 5 kg', 'none', '七 kg'];
  const job = { source: '(\\d+) kg', flags: 'u', texts, replacement: '$1 kilos', literal: false };
  expect(runJob(job)).toEqual([{ at: 0, n: 2, text: '10 kilos and 5 kilos' }]);
  expect(runJob({ ...job, literal: true })[0]?.text).toBe('$1 kilos and $1 kilos');
  expect(runJob({ ...job, replacement: null })[0]?.text).toBe(texts[0]);
});
