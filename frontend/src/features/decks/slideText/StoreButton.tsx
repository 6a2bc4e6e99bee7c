import { Button } from '@mantine/core';
import { isLive } from '@/api/work';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { filtered } from './model';
import { type SlideText, useStoreSlideText } from './requests';

interface StoreButtonProps {
  deck: number;
  text: SlideText;
  /** Saves what is not saved; null where it could not be. */
  save: () => Promise<number | null>;
}

/** Has the text stored as the deck's next version. */
export function StoreButton({ deck, text, save }: StoreButtonProps) {
  const store = useStoreSlideText(deck);
  const open = filtered(text.pages, 'check').length;
  if (isLive(text.work)) return <Button disabled>Store as next version</Button>;
  return (
    <>
      <AskFirst
        verb="Store as next version"
        label="Store as next version of the deck"
        question={`${open > 0 ? `${open} not checked. ` : ''}Reviews are carried over.`}
        yes="Store"
        isPending={store.isPending}
        onYes={() => void save().then((version) => version !== null && store.mutate())}
      />
      {store.isError && <ErrorNote error={store.error} />}
    </>
  );
}
