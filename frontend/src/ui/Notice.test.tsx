import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { Notice } from './Notice';

const show = (notice: ReactElement) => renderAt('/here', '/here', notice);

it('says what failed, tries again, and leads out', async () => {
  const refetch = vi.fn();
  const { user } = show(
    <Notice
      title="Couldn’t open the pair"
      failed={{ error: new Error('No such pair.'), refetch }}
      out={['/', 'Home']}
    />,
  );
  expect(screen.getByRole('heading', { name: 'Couldn’t open the pair' })).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('No such pair.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
});

it('has neither an error nor a way out that it was not given', () => {
  show(
    <Notice title="Import" failed={false}>
      Only project admins can import.
    </Notice>,
  );
  expect(screen.getByText('Only project admins can import.')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
