import { Button, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useDefaults } from '@/api/defaults';
import { ago, count, dateTime, duration, plural } from '@/lib/format';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Pending } from '@/ui/Pending';
import { right, Table, unseen } from '@/ui/Table';
import { asCurl, laidOut } from './curl';
import { type Delivery, type DeliveryState, useDeliveries, useDelivery, useResend, type Webhook } from './requests';
import classes from './Webhooks.module.css';

/** What was sent to a webhook, and of the chosen one the request and the answer. */
export function Deliveries({ slug, webhook, tries }: { slug: string; webhook: Webhook; tries: string }) {
  const [state, setState] = useState<DeliveryState | ''>('');
  const [open, setOpen] = useState<number | null>(null);
  const pages = useDeliveries(slug, webhook.id, state || undefined);
  const resend = useResend(slug, webhook.id);
  const days = useDefaults().data?.delivery_days;
  const deliveries = pages.data?.pages.flatMap((page) => page.results) ?? [];
  const chosen = deliveries.find(({ id }) => id === open);
  const n = { delivered: webhook.n_delivered, failed: webhook.n_failed, retrying: webhook.n_retrying };
  return (
    <section className={classes.part} aria-label="Deliveries">
      <div className={classes.head}>
        <h3>Deliveries</h3>
        <SegmentedControl
          aria-label="In state"
          value={state}
          onChange={(value) => setState(value as DeliveryState | '')}
          data={[
            { value: '', label: 'All' },
            { value: 'failed', label: `Failed ${count(n.failed)}` },
            { value: 'retrying', label: 'Retrying' },
            { value: 'delivered', label: `Delivered ${count(n.delivered)}` },
          ]}
        />
        <small className="soft">{tries}</small>
      </div>
      <Pending of={pages} what="deliveries" />
      {resend.isError && <ErrorNote error={resend.error} />}
      {pages.isSuccess && days !== undefined && deliveries.length === 0 && (
        <p className="soft">
          {state ? 'No deliveries in this state.' : `Nothing was sent in the last ${plural(days, 'day')}.`}
        </p>
      )}
      {deliveries.length > 0 && (
        <Table
          label="Deliveries"
          columns={['Event', 'When', 'State', right('Status'), right('Took'), right('Tries'), unseen('Actions')]}
        >
          {deliveries.map((delivery) => (
            <tr key={delivery.id} data-open={delivery.id === open || undefined}>
              <th scope="row">
                <button
                  type="button"
                  className={classes.event}
                  aria-expanded={delivery.id === open}
                  onClick={() => setOpen(delivery.id === open ? null : delivery.id)}
                >
                  {delivery.event}
                </button>
              </th>
              <td data-nowrap>
                <time dateTime={delivery.created_at} title={delivery.created_at}>
                  {ago(delivery.created_at)}
                </time>
              </td>
              <td>
                <State delivery={delivery} />
              </td>
              <td data-right data-label="status" className="num">
                {delivery.status ?? '–'}
              </td>
              <td data-right data-label="took" className="num" data-nowrap>
                {delivery.took_ms === null ? '–' : duration(delivery.took_ms)}
              </td>
              <td data-right data-label="tries" className="num">
                {delivery.tries}
              </td>
              <td data-right>
                {(delivery.state === 'failed' || delivery.state === 'retrying') && webhook.is_on && (
                  <Button
                    size="compact-sm"
                    loading={resend.isPending && resend.variables === delivery.id}
                    onClick={() => resend.mutate(delivery.id)}
                    aria-label={`Resend ${delivery.event} of ${dateTime(delivery.created_at)}`}
                  >
                    Resend
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {pages.hasNextPage && (
        <Button mt={12} loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Show earlier ones
        </Button>
      )}
      {chosen && <AsSent slug={slug} webhook={webhook} delivery={chosen} />}
    </section>
  );
}

function State({ delivery }: { delivery: Delivery }) {
  const icon = { size: 15, stroke: 1.75, 'aria-hidden': true } as const;
  switch (delivery.state) {
    case 'delivered':
      return (
        <span className={classes.good}>
          <IconCheck {...icon} /> delivered
        </span>
      );
    case 'failed':
      return (
        <span className={classes.bad}>
          <IconAlertTriangle {...icon} /> <b>failed</b> <small>{delivery.error}</small>
        </span>
      );
    case 'retrying':
      return (
        <span className={classes.warm}>
          <IconRefresh {...icon} /> <b>retry {delivery.next_try_at && dateTime(delivery.next_try_at)}</b>{' '}
          <small>{delivery.error}</small>
        </span>
      );
    default:
      return (
        <span className="soft">
          <IconClock {...icon} /> {delivery.state === 'running' ? 'sending' : 'queued'}
        </span>
      );
  }
}

/** The last try, as it went over the wire. */
function AsSent({ slug, webhook, delivery }: { slug: string; webhook: Webhook; delivery: Delivery }) {
  const [part, setPart] = useState('request');
  const attempt = useDelivery(slug, webhook.id, delivery);
  return (
    <div className={classes.sent}>
      <div className={classes.head}>
        <h3>
          {part === 'request' ? 'Request' : 'Answer'} <code className="code">{delivery.message_id}</code>
        </h3>
        <SegmentedControl
          aria-label="View"
          value={part}
          onChange={setPart}
          data={[
            { value: 'request', label: 'Request' },
            { value: 'answer', label: 'Answer' },
          ]}
        />
        {attempt.data && <CopyButton text={asCurl(webhook.url, attempt.data)} label="Copy as curl" />}
      </div>
      <Pending of={attempt} what="the request" />
      {attempt.data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className={classes.wire} tabIndex={0}>
          {part === 'request'
            ? `${attempt.data.request || 'Not sent yet.'}\n\n${laidOut(attempt.data.body)}`
            : attempt.data.response || attempt.data.error || 'No answer yet.'}
        </pre>
      )}
    </div>
  );
}
