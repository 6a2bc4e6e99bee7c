import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { NewVersion } from './NewVersion';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it('offers a version that was fetched in the background, and takes it when asked', async () => {
  const worker = Object.assign(new EventTarget(), { state: 'installing', postMessage: vi.fn() });
  const registration = Object.assign(new EventTarget(), { installing: worker, waiting: null as unknown });
  const container = Object.assign(new EventTarget(), {
    controller: {},
    getRegistration: () => Promise.resolve(registration),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  const { user } = renderAt('/', '/', <NewVersion />);
  await act(() => Promise.resolve());
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  act(() => {
    registration.dispatchEvent(new Event('updatefound'));
    worker.state = 'installed';
    registration.waiting = worker;
    worker.dispatchEvent(new Event('statechange'));
  });
  expect(screen.getByRole('status')).toHaveTextContent('A new version is ready.');
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(worker.postMessage).toHaveBeenCalledWith('take over');
});
