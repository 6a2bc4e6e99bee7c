import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlayerPause } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { ago, count, dateTime } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { Page } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { useWebhooks, type Webhook } from './requests';
import { NewWebhookForm } from './WebhookForm';
import { WebhookPart } from './WebhookPart';
import classes from './Webhooks.module.css';

/** Other programs that are told of events: the endpoints, and what was delivered to the one that is chosen. */
export function WebhooksPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const params = useAddressParams();
  const choose = useChooseParams();
  const [isAdding, setAdding] = useState(false);
  /** Shown once, for the webhook that it was made for. */
  const [secret, setSecret] = useState<{ webhook: number; text: string } | null>(null);
  const query = useWebhooks(slug);
  const webhooks = query.data?.webhooks ?? [];
  const chosen = webhooks.find(({ id }) => String(id) === params.get('webhook')) ?? webhooks[0];
  return (
    <Page
      title="Webhooks"
      guide="admin#webhooks"
      lead="Notify other programs when a run finishes or a review is submitted."
    >
      {tabs}
      {!query.isSuccess && (
        <div className={classes.said}>
          <Pending of={query} what="webhooks" />
        </div>
      )}
      {query.data && (
        <div className={classes.both}>
          <div className={classes.endpoints}>
            {webhooks.length === 0 && !isAdding && (
              <p className={classes.said}>No webhooks yet. They replace polling the API from scripts.</p>
            )}
            <ul>
              {webhooks.map((webhook) => (
                <li key={webhook.id}>
                  <Link
                    to={`?webhook=${webhook.id}`}
                    replace
                    preventScrollReset
                    aria-current={webhook.id === chosen?.id || undefined}
                    onClick={() => setAdding(false)}
                  >
                    <Endpoint webhook={webhook} />
                  </Link>
                </li>
              ))}
            </ul>
            {!isAdding && (
              <p className={classes.add}>
                <Button onClick={() => setAdding(true)}>Add a webhook</Button>
              </p>
            )}
          </div>
          <div className={classes.chosen}>
            {isAdding ? (
              <NewWebhookForm
                slug={slug}
                events={query.data.events}
                onDone={(made) => {
                  setAdding(false);
                  if (!made) return;
                  setSecret({ webhook: made.id, text: made.secret });
                  choose({ webhook: String(made.id) }, { replace: true });
                }}
              />
            ) : (
              chosen && (
                <WebhookPart
                  key={chosen.id}
                  slug={slug}
                  webhook={chosen}
                  events={query.data.events}
                  tries={query.data.tries}
                  secret={secret?.webhook === chosen.id ? secret.text : null}
                  onSecret={(text) => setSecret(text === null ? null : { webhook: chosen.id, text })}
                />
              )
            )}
          </div>
        </div>
      )}
    </Page>
  );
}

function Endpoint({ webhook }: { webhook: Webhook }) {
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <>
      {!webhook.is_on ? (
        <IconPlayerPause {...icon} className={classes.off} />
      ) : webhook.failing_since ? (
        <IconAlertTriangle {...icon} className={classes.bad} />
      ) : (
        <IconCheck {...icon} className={classes.good} />
      )}
      <span className={classes.endpoint}>
        <b dir="auto">{webhook.name}</b>
        <code className="code">{webhook.url}</code>
        <span className="soft">{webhook.events.join(', ')}</span>
        {!webhook.is_on ? (
          <span className="soft">Off{webhook.off_reason && `: ${webhook.off_reason}`}</span>
        ) : webhook.failing_since ? (
          <span className={classes.bad}>
            <b>
              Failing since {dateTime(webhook.failing_since)}
              {webhook.next_try_at && `, next try ${dateTime(webhook.next_try_at)}`}
            </b>
          </span>
        ) : (
          <span className="soft">
            {count(webhook.n_delivered)} delivered
            {webhook.last_success_at && `, last ${ago(webhook.last_success_at)}`}
          </span>
        )}
      </span>
    </>
  );
}
