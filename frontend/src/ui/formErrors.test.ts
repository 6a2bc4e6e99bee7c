import { expect, it } from 'vitest';
import { ApiError } from '@/api/client';
import { formErrors } from './formErrors';

const invalid = (...fields: string[]) =>
  new ApiError(
    400,
    'invalid',
    'Some fields are wrong.',
    fields.map((field) => ({ field, message: `${field} is wrong` })),
  );

it('gives each field its own error and leaves nothing for the note', () => {
  const { field, rest } = formErrors(invalid('name', 'language'), ['name', 'language']);
  expect([field('name'), field('language'), rest]).toEqual(['name is wrong', 'language is wrong', null]);
});

it('keeps the note when a fault belongs to no field of the form', () => {
  const error = invalid('name', 'projects.0');
  const { field, rest } = formErrors(error, ['name']);
  expect([field('name'), rest]).toEqual(['name is wrong', error]);
});

it('keeps the note when the server names no field, or did not answer', () => {
  const refused = new ApiError(409, 'conflict', 'It exists.');
  expect(formErrors(refused, ['name']).rest).toBe(refused);
  const broken = new TypeError('broken');
  expect(formErrors(broken, ['name']).rest).toBe(broken);
  expect(formErrors(null, ['name']).rest).toBeNull();
});
