import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ShownReleasePage } from '@/features/releases/shown/ShownReleasePage';

const root = document.getElementById('root');
if (!root) throw new Error('release.html has no element #root to mount the page on');
const address = decodeURIComponent(location.pathname.split('/')[2] ?? '');
createRoot(root).render(
  <StrictMode>
    <ShownReleasePage address={address} />
  </StrictMode>,
);
