import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { percent, plural } from '@/lib/format';
import { Facts } from '@/ui/Facts';
import { Part } from '@/ui/Page';
import { type ProbePolicy, useProbePolicy } from './probes';
import type { Policy } from './requests';
import { orderWords, shortDay } from './words';

const PolicyForm = lazy(async () => ({ default: (await import('./PolicyForm')).PolicyForm }));
const ProbeShares = lazy(async () => ({ default: (await import('./ProbeShares')).ProbeShares }));

interface RulesProps {
  slug: string;
  policy: Policy;
  nFree: number;
}

/** How reviews are assigned, in a few lines; the forms to change it open on request, as that is seldom done. */
export function Rules({ slug, policy, nFree }: RulesProps) {
  const [isChanging, setChanging] = useState(false);
  const probes = useProbePolicy(slug).data;
  return (
    <>
      <Part
        title="Rules"
        note="for what nobody has taken"
        actions={
          <Button size="xs" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
            {isChanging ? 'Close' : 'Change'}
          </Button>
        }
      >
        {isChanging ? (
          <Suspense>
            <PolicyForm key={policy.updated_at} slug={slug} policy={policy} nFree={nFree} />
          </Suspense>
        ) : (
          <Facts facts={[...rulesOf(policy), ...sharesOf(probes)]} />
        )}
      </Part>
      {isChanging && (
        <Part title="Quality control" note="in new reviews">
          <Suspense>
            <ProbeShares slug={slug} />
          </Suspense>
        </Part>
      )}
    </>
  );
}

function rulesOf(policy: Policy): [string, string][] {
  const { reviews_per_pair, sample_share, reviews_in_sample, claim_hours, max_claims, order, due_on, blind } = policy;
  const more = sample_share > 0 && reviews_in_sample !== reviews_per_pair;
  return [
    ['Reviews a pair', `${reviews_per_pair}${more ? `; ${reviews_in_sample} for ${percent(sample_share)}` : ''}`],
    ['Blind', blind ? 'yes' : 'no'],
    ['A claim lasts', `${claim_hours} h after the last edit`],
    ['At a time', plural(max_claims, 'claim')],
    ['Order', orderWords[order]],
    ...(due_on ? [['Due', shortDay(due_on)] as [string, string]] : []),
  ];
}

function sharesOf(probes: ProbePolicy | undefined): [string, string][] {
  if (!probes) return [];
  const said = (share: number) => (share > 0 ? `${Math.round(share * 1000) / 10} % of rows` : 'none');
  return [
    ['Proposal hidden', said(probes.blind_share)],
    ['Planted errors', said(probes.planted_share)],
  ];
}
