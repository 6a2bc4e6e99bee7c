/** What is asked before a talk is taken out, pinned to a part, or has one of its reviews chosen. */

import { Button, Group, Modal, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { plural } from '@/lib/format';
import { reviewerName } from '@/lib/reviewerName';
import { Form } from '@/ui/Form';
import { FormDialog } from '@/ui/FormDialog';
import { Pending } from '@/ui/Pending';
import { type PartName, partNames, type Talk, useChooseReview, useReviewsOf } from './requests';

interface AskedProps {
  talk: Talk;
  onClose: () => void;
}

export function TakeOutDialog({ talk, onClose, onTakeOut }: AskedProps & { onTakeOut: (reason: string) => void }) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog opened onClose={onClose} title={`Take out ${talk.title}`}>
      <Form
        wide
        onSubmit={() => onTakeOut(reason.trim())}
        error={null}
        submit={`Take out ${plural(talk.n_in, 'row')}`}
        isPending={false}
        disabled={!reason.trim()}
      >
        <TextInput
          label="Why"
          required
          data-autofocus
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Form>
    </FormDialog>
  );
}

export function PinDialog({ talk, onClose, onPin }: AskedProps & { onPin: (part: PartName) => void }) {
  return (
    <Modal opened onClose={onClose} title={`Pin ${talk.title} to a part`}>
      <p className="soft">Talks of the same speaker go with it, and the rest makes up for it.</p>
      <Group gap={8} mt={12}>
        {partNames.map((part) => (
          <Button
            key={part}
            variant={part === talk.pin ? 'filled' : 'default'}
            data-autofocus={part === (talk.pin ?? 'test') || undefined}
            onClick={() => onPin(part)}
          >
            {part}
          </Button>
        ))}
      </Group>
    </Modal>
  );
}

interface ChooseProps extends AskedProps {
  id: number;
  slug: string;
}

/** One review of a pair, or none: then the pair has what the gold of the project has. */
export function ChooseDialog({ talk, id, slug, onClose }: ChooseProps) {
  const reviews = useReviewsOf(slug, talk.pair);
  const choose = useChooseReview(id);
  const [chosen, setChosen] = useState(String(talk.chosen?.review ?? ''));
  const submitted = (reviews.data?.results ?? []).filter(({ kind }) => kind === 'review');
  return (
    <Modal opened onClose={onClose} title={`Reviews of ${talk.title}`}>
      <Pending of={reviews} what="its reviews" />
      {reviews.data && submitted.length === 0 && <p className="soft">None is submitted yet.</p>}
      {submitted.length > 0 && (
        <Form
          wide
          onSubmit={() =>
            choose.mutate({ pair: talk.pair, review: chosen ? Number(chosen) : null }, { onSuccess: onClose })
          }
          error={choose.error}
          submit={chosen ? 'Choose this review' : 'Use the project’s gold'}
          isPending={choose.isPending}
        >
          <Radio.Group label="Take rows from" value={chosen} onChange={setChosen}>
            <Radio
              value=""
              label="The project’s gold"
              description="As many reviews as the pair needs, or its adjudication"
            />
            {submitted.map((review) => (
              <Radio
                key={review.id}
                value={String(review.id)}
                label={`Only ${reviewerName(review.annotator)}’s review`}
                description={`${plural(review.n_rows, 'row')}; their basis is chosen`}
              />
            ))}
          </Radio.Group>
          {chosen && (
            <p className="soft">
              A single review where the pair needs more. The data card says how many rows are chosen this way.
            </p>
          )}
        </Form>
      )}
    </Modal>
  );
}
