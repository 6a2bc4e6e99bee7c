import { Button } from '@mantine/core';
import { count } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';

export const pageSize = 50;

/** The page asked for in the URL, from 1. */
export function usePage(): number {
  const params = useAddressParams();
  return Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
}

/** Buttons for the pages of a list; the page is in the URL. Nothing while one page holds everything. */
export function Pager({ total, what }: { total: number; what: string }) {
  const choose = useChooseParams();
  const page = usePage();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1) return null;
  const go = (to: number) => choose({ page: String(to) }, { preventScrollReset: false });
  return (
    <nav aria-label={`Pages of ${what}`} style={{ display: 'flex', gap: 8, alignItems: 'center', paddingTop: 12 }}>
      <Button disabled={page <= 1} onClick={() => go(page - 1)}>
        Previous
      </Button>
      <span className="soft">
        {count((page - 1) * pageSize + 1)} to {count(Math.min(total, page * pageSize))} of {count(total)} {what}
      </span>
      <Button disabled={page >= pages} onClick={() => go(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
