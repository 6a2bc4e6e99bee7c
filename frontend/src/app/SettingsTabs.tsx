import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { PageTabs } from '@/ui/PageTabs';

/** The pages of the settings; who may not administer the project has one of them only, and no tabs. */
export function SettingsTabs() {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  if (!may(role, 'activity', 'retrieve')) return null;
  return (
    <PageTabs
      label="Settings"
      pages={[
        ['settings', 'Project'],
        ['settings/presets', 'Presets'],
        ['settings/webhooks', 'Webhooks'],
        ['settings/activity', 'Activity'],
      ]}
    />
  );
}
