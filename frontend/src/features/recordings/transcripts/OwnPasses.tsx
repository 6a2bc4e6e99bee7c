import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { Schemas } from '@/api/types';
import { dateTime } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { Table, unseen } from '@/ui/Table';
import { type PassQueue, useClaim, usePassQueue, useRelease } from './requests';

export const kindWords = { first: 'First pass', second: 'Second pass' } as const;
const stateWords: Record<Schemas['PassState'], string> = {
  open: 'at work',
  lapsed: 'claim ended',
  held: 'submitted, held',
  accepted: 'accepted',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
};

/** What one works on, and what one can claim. */
export function OwnPasses({ slug }: { slug: string }) {
  const queue = usePassQueue(slug, true);
  const claim = useClaim(slug);
  const navigate = useNavigate();
  const open = (check: number, kind: 'first' | 'second') =>
    claim.mutate({ check, kind }, { onSuccess: ({ id }) => void navigate(`/pass/${id}`) });
  const { mine = [], free = [] } = queue.data ?? {};
  return (
    <>
      {claim.isError && <ErrorNote error={claim.error} />}
      {(mine.length > 0 || free.length === 0) && (
        <Part title="Your passes">
          <Pending of={queue} what="your passes" />
          {queue.data && mine.length === 0 && <p className="soft">Nothing to do.</p>}
          {mine.length > 0 && <Mine slug={slug} mine={mine} onClaim={open} />}
        </Part>
      )}
      {free.length > 0 && (
        <Part title="To claim">
          <Table label="Passes to claim" columns={['Talk', 'Pass', 'Masks', unseen('Claim')]}>
            {free.map(({ check, kind, title, n_masks }) => (
              <tr key={`${check}-${kind}`}>
                <td dir="auto">{title}</td>
                <td>{kindWords[kind]}</td>
                <td data-label="Masks" className="num">
                  {n_masks}
                </td>
                <td>
                  <Button aria-label={`Claim ${title}, ${kindWords[kind]}`} onClick={() => open(check, kind)}>
                    Claim
                  </Button>
                </td>
              </tr>
            ))}
          </Table>
        </Part>
      )}
    </>
  );
}

interface MineProps {
  slug: string;
  mine: PassQueue['mine'];
  onClaim: (check: number, kind: 'first' | 'second') => void;
}

function Mine({ slug, mine, onClaim }: MineProps) {
  const release = useRelease(slug);
  return (
    <Table label="Your passes" columns={['Talk', 'Pass', 'Filled', 'State', unseen('Act')]}>
      {mine.map((one) => (
        <tr key={one.id}>
          <td dir="auto">{one.state === 'open' ? <Link to={`/pass/${one.id}`}>{one.title}</Link> : one.title}</td>
          <td>{kindWords[one.kind]}</td>
          <td data-label="Filled" className="num">
            {one.n_filled} of {one.n_masks}
          </td>
          <td>
            {stateWords[one.state]}
            {one.state === 'open' && one.lease_ends && <small> until {dateTime(one.lease_ends)}</small>}
            {one.reason && <p data-field="reason">{one.reason}</p>}
          </td>
          <td>
            {one.state === 'open' && (
              <Button aria-label={`Give ${one.title} back`} onClick={() => release.mutate(one.id)}>
                Give back
              </Button>
            )}
            {one.state !== 'open' && one.can_go_on && (
              <Button aria-label={`Claim again: ${one.title}`} onClick={() => onClaim(one.check, one.kind)}>
                Claim again
              </Button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
