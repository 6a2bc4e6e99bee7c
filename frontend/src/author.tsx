import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RatePage } from '@/features/authors/rate/RatePage';

const root = document.getElementById('root');
if (!root) throw new Error('author.html has no element #root to mount the page on');
const token = decodeURIComponent(location.pathname.split('/')[2] ?? '');
createRoot(root).render(
  <StrictMode>
    <RatePage token={token} />
  </StrictMode>,
);
