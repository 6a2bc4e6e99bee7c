import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { defaults } from './fixtures';

/**
 * The mocked HTTP of page tests; each test says what the server answers with `server.use(...)`. What every page asks is
 * answered here: nobody was asked anything, and forms start from the defaults.
 */
export const server = setupServer(
  http.get('*/api/v1/defaults/', () => HttpResponse.json(defaults())),
  http.get('*/api/v1/comments/', () => HttpResponse.json({ count: 0, next: null, previous: null, results: [] })),
);
