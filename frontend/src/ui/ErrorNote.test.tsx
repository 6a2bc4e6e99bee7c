import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '@/api/client';
import { renderAt } from '@/test/render';
import { ErrorNote } from './ErrorNote';

it('says once what is wrong, and what else is', () => {
  const body = {
    code: 'invalid',
    detail: 'file: The submitted file is empty.',
    errors: [
      { field: 'file', message: 'The submitted file is empty.' },
      { field: 'name', message: 'This field is required.' },
    ],
  };
  renderAt('/', '/', <ErrorNote error={new ApiError(400, body.code, body.detail, body.errors, body)} />);
  expect(screen.getByRole('alert')).toHaveTextContent(
    /^file: The submitted file is empty.name: This field is required.$/,
  );
});
