import { Button, Group } from '@mantine/core';
import { useMakeToken, useRevokeToken, useToken } from '@/api/token';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';

/** The token with which scripts may do what its owner may. */
export function TokenPart() {
  const token = useToken();
  const make = useMakeToken();
  const revoke = useRevokeToken();
  const key = token.data?.token;
  const error = token.error ?? make.error ?? revoke.error;
  return (
    <Part title="API token">
      <p className="soft" style={{ marginBottom: 8 }}>
        Scripts send it as <code className="code">Authorization: Token …</code> and may do what you may. A new one takes
        the place of the last. What can be asked stands in the <a href="/api/v1/docs/">API documentation</a>.
      </p>
      {error && <ErrorNote error={error} />}
      <p role="status" style={{ marginBottom: 8 }}>
        {key && (
          <code className="code" style={{ overflowWrap: 'anywhere', userSelect: 'all' }}>
            {key}
          </code>
        )}
        {token.data && !key && 'You have no token.'}
      </p>
      <Group gap={8}>
        {key && <CopyButton text={key} label="Copy the token" />}
        <Button data-once loading={make.isPending} onClick={() => make.mutate()}>
          {key ? 'Make a new one' : 'Make a token'}
        </Button>
        {key && (
          <Button loading={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke it
          </Button>
        )}
      </Group>
    </Part>
  );
}
