import { useCallback, useEffect, useState } from 'react';
import { putOnClipboard } from './clipboard';

type CopyState = 'idle' | 'copied' | 'failed';

/** Copies text and says for two seconds how that went. */
export function useCopy(): { state: CopyState; copy: (text: string) => Promise<void> } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = useCallback(async (text: string) => {
    try {
      await putOnClipboard(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  }, []);
  return { state, copy };
}
