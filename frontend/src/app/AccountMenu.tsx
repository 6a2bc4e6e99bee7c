import { Menu, SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconApi,
  IconHelpCircle,
  IconKey,
  IconLogout,
  IconSettings,
  IconUser,
  IconVectorBezier2,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession, useSignOut } from '@/api/session';
import { PasswordDialog } from '@/features/people/session/PasswordDialog';
import { initials } from '@/lib/format';
import classes from './Frame.module.css';

/** One's own account: colours, password, and signing out. */
export function AccountMenu({ slug }: { slug?: string }) {
  const user = useSession().data?.user;
  const signOut = useSignOut();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const trigger = useRef<HTMLButtonElement>(null);
  const [changing, setChanging] = useState(false);
  if (!user) return null;
  const leave = async () => {
    // A full page load, so that none of this person's data stays in memory.
    await signOut.mutateAsync();
    globalThis.location.assign('/sign-in');
  };
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <UnstyledButton
            ref={trigger}
            className={classes.who}
            aria-label={`${initials(user.name || user.username)}, account of ${user.name || user.username}`}
          >
            {initials(user.name || user.username)}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user.name ? `${user.name} (${user.username})` : user.username}</Menu.Label>
          <div className={classes.scheme}>
            <SegmentedControl
              fullWidth
              aria-label="Colour scheme"
              value={colorScheme}
              onChange={(value) => setColorScheme(value as typeof colorScheme)}
              data={[
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
                { value: 'auto', label: 'System' },
              ]}
            />
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconUser size={16} />} onClick={() => void navigate('/account')}>
            Your account and API tokens
          </Menu.Item>
          {slug && (
            <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => void navigate(`/p/${slug}/settings`)}>
              Project settings
            </Menu.Item>
          )}
          {user.is_admin && (
            <Menu.Item leftSection={<IconVectorBezier2 size={16} />} onClick={() => void navigate('/vectors')}>
              Word vectors
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setChanging(true)}>
            Change password
          </Menu.Item>
          <Menu.Item leftSection={<IconHelpCircle size={16} />} component="a" href="/guides/" target="_blank">
            Help
          </Menu.Item>
          <Menu.Item leftSection={<IconApi size={16} />} component="a" href="/api/v1/docs/">
            API documentation
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={16} />}
            disabled={signOut.isPending}
            onClick={() => void leave()}
            closeMenuOnClick={false}
          >
            Sign out
          </Menu.Item>
          {signOut.isError && <Menu.Label>{signOut.error.message} You are still signed in.</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
      {changing && <PasswordDialog username={user.username} onClose={() => setChanging(false)} returnTo={trigger} />}
    </>
  );
}
