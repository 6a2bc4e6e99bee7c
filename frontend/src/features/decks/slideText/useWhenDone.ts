import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isLive } from '@/api/work';
import type { SlideText } from './requests';

/** Shows what a worker has left once it is done: the slides as they are then, or the deck's new version. */
export function useWhenDone(slug: string, deck: number, text: SlideText | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const wasLive = useRef(false);
  const live = isLive(text?.work);
  const newer = text?.newer ?? null;
  useEffect(() => {
    const ended = wasLive.current && !live;
    wasLive.current = live;
    if (!ended) return;
    if (newer !== null) void navigate(`/p/${slug}/documents/${newer}/slide-text`);
    else void client.invalidateQueries({ queryKey: ['documents', deck] });
  }, [live, newer, client, navigate, deck, slug]);
}
