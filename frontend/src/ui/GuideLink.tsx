import { IconHelpCircle } from '@tabler/icons-react';
import classes from './Page.module.css';

/** To a part of the guides, in a tab of its own. */
export function GuideLink({ to }: { to: string }) {
  const [page, part] = to.split('#');
  return (
    <a className={classes.guide} href={`/guides/${page}/${part ? `#${part}` : ''}`} target="_blank" rel="noreferrer">
      <IconHelpCircle size={16} aria-hidden />
      Guide
    </a>
  );
}
