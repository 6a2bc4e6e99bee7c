import './styles/mantine.css';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root to mount the application on');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
