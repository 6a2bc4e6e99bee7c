import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RatePage } from '@/features/authors/rate/RatePage';

const root = createRoot(elementOf('root'));
const [token = '', rest = ''] = location.pathname.split('/').slice(2).map(decodeURIComponent);
if (token === 'try' || token === 'mine' || rest === 'samples') void showRater();
else show(<RatePage token={token} />);

/** Of a rating task: loaded apart, so that an author's page stays small. */
async function showRater() {
  const { RaterPage } = await import('@/features/authors/rater/RaterPage');
  const { ofLink, ofMember, ofTrial } = await import('@/features/authors/rater/source');
  const of = token === 'mine' ? ofMember : ofTrial;
  show(<RaterPage source={rest === 'samples' ? ofLink(token) : of(Number(rest))} />);
}

function show(page: ReactNode) {
  root.render(<StrictMode>{page}</StrictMode>);
}

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`author.html has no element #${id} to mount the page on`);
  return element;
}
