import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useDefaults } from '@/api/defaults';
import { dateTime, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Deliveries } from './Deliveries';
import {
  useChangeWebhook,
  useRemoveWebhook,
  useReplaceSecret,
  useResendFailed,
  useSendTest,
  type Webhook,
} from './requests';
import { EditWebhookForm, type Events } from './WebhookForm';
import classes from './Webhooks.module.css';

interface WebhookPartProps {
  slug: string;
  webhook: Webhook;
  events: Events;
  tries: string;
  secret: string | null;
  onSecret: (secret: string | null) => void;
}

/** One webhook: what can be done with it, how it is doing, its deliveries. */
export function WebhookPart({ slug, webhook, events, tries, secret, onSecret }: WebhookPartProps) {
  const [isEditing, setEditing] = useState(false);
  const defaults = useDefaults().data;
  const change = useChangeWebhook(slug, webhook.id);
  const remove = useRemoveWebhook(slug, webhook.id);
  const replace = useReplaceSecret(slug, webhook.id);
  const test = useSendTest(slug, webhook.id);
  const resend = useResendFailed(slug, webhook.id);
  const error = change.error ?? remove.error ?? replace.error ?? test.error ?? resend.error;
  const turnOn = (andSend: boolean) =>
    change.mutate({ is_on: true }, { onSuccess: () => andSend && resend.mutate(undefined) });
  return (
    <>
      <div className={classes.part}>
        <div className={classes.head}>
          <h2 dir="auto">{webhook.name}</h2>
          <Group gap={8} ml="auto">
            <Button loading={test.isPending} onClick={() => test.mutate(undefined)}>
              Send a test
            </Button>
            {!isEditing && <Button onClick={() => setEditing(true)}>Edit</Button>}
            {webhook.is_on && (
              <Button loading={change.isPending} onClick={() => change.mutate({ is_on: false })}>
                Turn off
              </Button>
            )}
          </Group>
        </div>
        <p className="soft">
          <code className="code">{webhook.url}</code>, {webhook.events.join(', ')}
        </p>
        {error && <ErrorNote error={error} />}
        {secret && (
          <div className={classes.secret} role="status">
            <p>Copy the secret now. It won’t be shown again.</p>
            <code className="code">{secret}</code>
            <CopyButton text={secret} label="Copy secret" />
          </div>
        )}
        {isEditing && (
          <EditWebhookForm slug={slug} webhook={webhook} events={events} onDone={() => setEditing(false)} />
        )}
      </div>
      {!webhook.is_on ? (
        <div className={classes.off} role="status" data-banner>
          <span>
            <b>This webhook is off.</b> {webhook.off_reason || 'Nothing is sent to it.'}
          </span>
          <Group component="span" gap={8}>
            <Button loading={change.isPending} onClick={() => turnOn(false)}>
              Turn on
            </Button>
            {webhook.n_failed > 0 && (
              <Button variant="filled" loading={change.isPending || resend.isPending} onClick={() => turnOn(true)}>
                Turn on and send {webhook.n_failed}
              </Button>
            )}
          </Group>
        </div>
      ) : (
        (webhook.failing_since || webhook.n_failed > 0) && (
          <div className={webhook.failing_since ? classes.failing : classes.quiet} role="status" data-banner>
            <span>
              {webhook.failing_since ? (
                <>
                  <b>Failing since {dateTime(webhook.failing_since)}.</b>{' '}
                  {defaults && `It turns off after ${plural(defaults.webhook_off_hours, 'hour')} without success.`}
                </>
              ) : (
                `${plural(webhook.n_failed, 'delivery', 'deliveries')} failed.`
              )}
            </span>
            {webhook.n_failed > 0 && (
              <Button loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
                {webhook.n_failed === 1 ? 'Resend it' : `Resend all ${webhook.n_failed}`}
              </Button>
            )}
          </div>
        )
      )}
      <Deliveries slug={slug} webhook={webhook} tries={tries} />
      <div className={classes.part}>
        <Group gap={8}>
          <AskFirst
            verb="Replace the secret"
            label={`Replace the secret of ${webhook.name}`}
            question={
              defaults
                ? `For ${plural(defaults.webhook_secret_hours, 'hour')} deliveries are signed with both secrets.`
                : ''
            }
            yes="Replace secret"
            isPending={replace.isPending}
            onYes={() => replace.mutate(undefined, { onSuccess: (answer) => onSecret(answer.secret) })}
          />
          <AskFirst
            verb="Delete"
            label={`Delete ${webhook.name}`}
            question="Its delivery log is deleted too."
            yes="Delete webhook"
            isPending={remove.isPending}
            onYes={() => remove.mutate(undefined)}
          />
        </Group>
      </div>
    </>
  );
}
