import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Part } from '@/ui/Page';

/** In place of results. */
export function StillOpen({ title, onShow, children }: { title: string; onShow?: () => void; children: ReactNode }) {
  return (
    <Part title={title}>
      <p className="soft">{children}</p>
      {onShow && (
        <Button mt={8} onClick={onShow}>
          Show anyway
        </Button>
      )}
    </Part>
  );
}
