/**
 * The answers that came with the page's HTML (annotator/site/first_view.py): what the page asks for first is here already.
 * Each is taken once; whoever asks again asks the server.
 */

/** Later than this after the page was opened, an answer is no longer what the server would say now. */
const freshMilliseconds = 10_000;

export function firstAnswer(request: Request): Response | null {
  if (request.method !== 'GET') return null;
  const { pathname, search } = new URL(request.url);
  const answers = document.querySelectorAll<HTMLScriptElement>('script[data-answer]');
  const answer = [...answers].find((element) => element.dataset.answer === pathname + search);
  if (!answer) return null;
  answer.remove();
  if (performance.now() > freshMilliseconds) return null;
  return new Response(answer.textContent, { headers: { 'Content-Type': 'application/json' } });
}
