import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import type { components, paths } from '@/api/schema';
import type { Answer } from '@/api/types';
import { useChange } from '@/api/useChange';

type Schemas = components['schemas'];
export type Webhook = Answer<Schemas['Webhook']>;
export type Delivery = Answer<Schemas['Delivery']>;
export type DeliveryDetail = Answer<Schemas['DeliveryDetail']>;
export type DeliveryState = Schemas['DeliveryState'];
export type NewWebhook = Schemas['NewWebhookRequest'];
type ChangedWebhook = NonNullable<
  paths['/api/v1/projects/{project_slug}/webhooks/{id}/']['patch']['requestBody']
>['content']['application/json'];

const key = (slug: string) => ['webhooks', slug] as const;

/** The webhooks of a project, what they can be told, and how often a delivery is tried. */
export function useWebhooks(slug: string) {
  return useQuery({
    queryKey: [...key(slug), 'all'],
    queryFn: ({ signal }) =>
      take(api.GET('/api/v1/projects/{project_slug}/webhooks/', { params: { path: { project_slug: slug } }, signal })),
    refetchInterval: 5_000,
  });
}

const of = (slug: string, id: number) => ({ params: { path: { project_slug: slug, id } } });

/** Its answer is the only place that ever holds the secret. */
export const useAddWebhook = (slug: string) =>
  useChange([key(slug)], (body: NewWebhook) =>
    take(api.POST('/api/v1/projects/{project_slug}/webhooks/', { params: { path: { project_slug: slug } }, body })),
  );

export const useChangeWebhook = (slug: string, id: number) =>
  useChange([key(slug)], (body: ChangedWebhook) =>
    take(api.PATCH('/api/v1/projects/{project_slug}/webhooks/{id}/', { ...of(slug, id), body })),
  );

export const useRemoveWebhook = (slug: string, id: number) =>
  useChange([key(slug)], () => api.DELETE('/api/v1/projects/{project_slug}/webhooks/{id}/', of(slug, id)));

export const useReplaceSecret = (slug: string, id: number) =>
  useChange([key(slug)], () => take(api.POST('/api/v1/projects/{project_slug}/webhooks/{id}/secret/', of(slug, id))));

export const useSendTest = (slug: string, id: number) =>
  useChange([key(slug)], () => take(api.POST('/api/v1/projects/{project_slug}/webhooks/{id}/test/', of(slug, id))));

export const useResendFailed = (slug: string, id: number) =>
  useChange([key(slug)], () => take(api.POST('/api/v1/projects/{project_slug}/webhooks/{id}/resend/', of(slug, id))));

export const useResend = (slug: string, id: number) =>
  useChange([key(slug)], (delivery: number) =>
    take(
      api.POST('/api/v1/projects/{project_slug}/webhooks/{id}/deliveries/{delivery}/resend/', {
        params: { path: { project_slug: slug, id, delivery } },
      }),
    ),
  );

/** What was sent to a webhook, the newest first. */
export function useDeliveries(slug: string, pk: number, state: DeliveryState | undefined) {
  return useInfiniteQuery({
    queryKey: [...key(slug), pk, 'deliveries', state ?? ''],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/webhooks/{id}/deliveries/', {
          params: { path: { project_slug: slug, id: pk }, query: { state, before: pageParam ?? undefined } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // While only the newest are shown: what was looked up further back is not asked for again and again.
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : 5_000),
  });
}

/** One delivery with its request and the answer. */
export function useDelivery(slug: string, pk: number, delivery: Delivery) {
  return useQuery({
    queryKey: [...key(slug), pk, 'delivery', delivery.id, delivery.state, delivery.tries],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/projects/{project_slug}/webhooks/{id}/deliveries/{delivery}/', {
          params: { path: { project_slug: slug, id: pk, delivery: delivery.id } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}
