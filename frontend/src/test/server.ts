import { setupServer } from 'msw/node';

/** The mocked HTTP of page tests; each test says what the server answers with `server.use(...)`. */
export const server = setupServer();
