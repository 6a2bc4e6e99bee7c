import type { ReactNode } from 'react';
import { TokenPart } from '@/features/people/tokens/TokenPart';
import { SettingsPage } from '@/features/site/settings/SettingsPage';

/** The settings of a project, beside one's own API tokens. */
export function SettingsPlace({ tabs }: { tabs: ReactNode }) {
  return <SettingsPage tabs={tabs} tokens={<TokenPart />} />;
}
