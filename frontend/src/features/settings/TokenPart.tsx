import { Button, Group } from '@mantine/core';
import { useMakeToken, useRevokeToken, useToken } from '@/api/token';
import { AskFirst } from '@/ui/AskFirst';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';

const whatStops = 'Scripts that send this token stop working.';

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
        {!key && (
          <Button data-once loading={make.isPending} onClick={() => make.mutate()}>
            Make a token
          </Button>
        )}
        {key && (
          <>
            <AskFirst
              key={`new ${key}`}
              verb="Make a new one"
              label="Make a new one"
              question={whatStops}
              yes="Replace it"
              isPending={make.isPending}
              onYes={() => make.mutate()}
            />
            <AskFirst
              verb="Revoke it"
              label="Revoke it"
              question={whatStops}
              yes="Revoke it now"
              isPending={revoke.isPending}
              onYes={() => revoke.mutate()}
            />
          </>
        )}
      </Group>
    </Part>
  );
}
