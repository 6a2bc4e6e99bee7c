import { Menu, UnstyledButton } from '@mantine/core';
import { IconAt } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useMentions } from '@/api/comments';
import { plural } from '@/lib/format';
import classes from './Frame.module.css';

/** Unresolved comments that mention one; nothing while there are none. */
export function Mentions() {
  const mentions = useMentions();
  const navigate = useNavigate();
  const { count = 0, results = [] } = mentions.data ?? {};
  if (count === 0) return null;
  const words = plural(count, 'unresolved mention');
  return (
    <Menu position="bottom-end" width={360}>
      <Menu.Target>
        <UnstyledButton className={classes.mentions} aria-label={words} title={words}>
          <IconAt size={16} stroke={1.75} aria-hidden="true" />
          {count}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.asked}>
        <Menu.Label>Unresolved mentions</Menu.Label>
        {results.map(({ id, review, row, text, title, author }) => (
          <Menu.Item key={id} onClick={() => void navigate(`/review/${review}?row=${row}#comments`)}>
            <b dir="auto">{author?.name ?? 'Former member'}</b>
            <span className={classes.question} dir="auto">
              {text}
            </span>
            <small dir="auto">{title}</small>
          </Menu.Item>
        ))}
        {count > results.length && <Menu.Label>And {count - results.length} older ones.</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
