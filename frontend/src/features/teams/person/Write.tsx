import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAnnounce } from '@/api/announcements';
import { DialogButton } from '@/ui/DialogButton';
import { MessageForm } from '@/ui/MessageForm';

/** A message to one person, which stands on their queue until they close it. */
export function Write({ slug, person, name }: { slug: string; person: number; name: string }) {
  const announce = useAnnounce(slug);
  const [isSent, setSent] = useState(false);
  return (
    <>
      <span role="status" className="soft">
        {isSent && 'On their queue.'}
      </span>
      <DialogButton verb="Write a message" title={`A message to ${name}`}>
        {(close) => (
          <MessageForm
            label="Message"
            description="On their queue until they close it. Nobody else reads it but admins."
            submit="Send"
            isPending={announce.isPending}
            error={announce.error}
            onSend={(text) =>
              announce.mutate(
                { text, to: person },
                {
                  onSuccess: () => {
                    setSent(true);
                    close();
                  },
                },
              )
            }
            beside={<Button onClick={close}>Cancel</Button>}
          />
        )}
      </DialogButton>
    </>
  );
}
