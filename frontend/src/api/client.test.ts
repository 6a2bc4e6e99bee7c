import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { server } from '@/test/server';
import { ApiError, api, forgetAnswers, take } from './client';

const session = () => take(api.GET('/api/v1/session/'));

describe('the API client', () => {
  it('throws what the server said, with its code and faults', async () => {
    server.use(
      http.post('*/api/v1/session/', () =>
        HttpResponse.json(
          {
            code: 'invalid',
            detail: 'User name and password do not match.',
            errors: [{ field: 'password', message: 'No.' }],
          },
          { status: 400 },
        ),
      ),
    );
    const error = await api.POST('/api/v1/session/', { body: { username: 'a', password: 'b' } }).catch((e) => e);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: 'invalid', message: 'User name and password do not match.' });
    expect(error.field('password')).toBe('No.');
    expect(error.transient).toBe(false);
  });

  it('calls an answer that is not JSON what it is, never an empty object', async () => {
    server.use(http.get('*/api/v1/session/', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })));
    await expect(session()).rejects.toMatchObject({ status: 502, code: 'no_json', transient: true });
  });

  it('tells a missing answer from a refusal', async () => {
    server.use(http.get('*/api/v1/session/', () => HttpResponse.error()));
    await expect(session()).rejects.toMatchObject({ status: 0, code: 'no_answer', transient: true });
  });

  it('sends the CSRF cookie back as a header with writes only', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what Django sets
    document.cookie = 'csrftoken=abc123';
    const seen: (string | null)[] = [];
    server.use(
      http.all('*/api/v1/session/', ({ request }) => {
        seen.push(request.headers.get('X-CSRFToken'));
        return HttpResponse.json({ user: null, preferences: {} });
      }),
    );
    await session();
    await api.POST('/api/v1/session/', { body: { username: 'a', password: 'b' } });
    expect(seen).toEqual([null, 'abc123']);
  });

  it('takes 304 for the answer that it has, until somebody else signs in', async () => {
    const tags: (string | null)[] = [];
    server.use(
      http.get('*/api/v1/session/', ({ request }) => {
        const given = request.headers.get('If-None-Match');
        tags.push(given);
        if (given === 'W/"one"') return new HttpResponse(null, { status: 304 });
        return HttpResponse.json({ user: null }, { headers: { ETag: 'W/"one"' } });
      }),
    );
    const first = await session();
    expect(await session()).toEqual(first);
    forgetAnswers();
    expect(await session()).toEqual(first);
    expect(tags).toEqual([null, 'W/"one"', null]);
  });
});
