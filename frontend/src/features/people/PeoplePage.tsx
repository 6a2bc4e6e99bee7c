import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useParams } from 'react-router';
import { canManage, useAddMember, useMembers, useProject } from '@/api/projects';
import type { Role } from '@/api/types';
import { plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { Table } from '@/ui/Table';
import { MemberRow, roles } from './MemberRow';

export function PeoplePage() {
  const { slug = '' } = useParams();
  const members = useMembers(slug);
  const manage = canManage(useProject(slug).data?.role);
  return (
    <Page
      title="People"
      aside={
        <>
          {manage && <AddMember slug={slug} />}
          <Part title="What each role may do">
            <dl style={{ display: 'grid', gap: 8 }}>
              {Object.entries(roles).map(([role, what]) => (
                <div key={role}>
                  <dt style={{ fontWeight: 600 }}>{role}</dt>
                  <dd className="soft">{what}</dd>
                </div>
              ))}
            </dl>
          </Part>
        </>
      }
    >
      <Part title="Members" note={members.data && plural(members.data.length, 'person', 'people')}>
        {members.isPending && <Loading what="the members" />}
        {members.isError && <ErrorNote error={members.error} onRetry={() => void members.refetch()} />}
        {members.data && (
          <Table
            label="Members"
            head={
              <>
                <th>Name</th>
                <th>User name</th>
                <th>Role</th>
                <th>
                  <span className="vh">Remove</span>
                </th>
              </>
            }
          >
            {members.data.map((member) => (
              <MemberRow key={member.id} slug={slug} member={member} canChange={manage} />
            ))}
          </Table>
        )}
      </Part>
    </Page>
  );
}

function AddMember({ slug }: { slug: string }) {
  const add = useAddMember(slug);
  const [username, setUsername] = useState('');
  const [role, setRole] = useState<Role>('annotator');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ username: username.trim(), role }, { onSuccess: () => setUsername('') });
  };
  return (
    <Part title="Add someone">
      <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
        <TextInput
          label="User name"
          required
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <NativeSelect
          label="Role"
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
          data={Object.keys(roles)}
        />
        {add.isError && <ErrorNote error={add.error} />}
        <div>
          <Button type="submit" variant="filled" loading={add.isPending} disabled={!username.trim()}>
            Add
          </Button>
        </div>
      </form>
    </Part>
  );
}
