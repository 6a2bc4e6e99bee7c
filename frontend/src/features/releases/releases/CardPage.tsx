import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { dateTime } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Form } from '@/ui/Form';
import { Markdown } from '@/ui/Markdown';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { type DataCard, useDataCard, useWriteDataCard } from './requests';

/** The data card of a test set: what people write of it. The program fills in the rest when it is released. */
export function CardPage() {
  const { slug = '', testSetId = '' } = useParams();
  const card = useDataCard(Number(testSetId));
  const canWrite = may(useProject(slug).data?.role, 'data-cards', 'update');
  return (
    <Page
      title={card.data ? `Data card of ${card.data.title}` : 'Data card'}
      above={<Link to={`/p/${slug}/test-sets`}>Test sets</Link>}
      lead="Each release keeps the card as it is at that moment. Statistics, engines, people, licence, hashes and the citation are filled in then."
    >
      <Pending of={card} what="the data card" />
      {card.data &&
        (canWrite ? (
          <Writing key={card.data.revision} card={card.data} onReload={() => void card.refetch()} />
        ) : (
          <Reading card={card.data} />
        ))}
    </Page>
  );
}

function Reading({ card }: { card: DataCard }) {
  const written = card.parts.filter((part) => part.text);
  if (written.length === 0) {
    return (
      <Part title="Data card">
        <p className="soft">Nothing written yet.</p>
      </Part>
    );
  }
  return written.map((part) => (
    <Part key={part.key} title={part.title}>
      <Markdown text={part.text} />
    </Part>
  ));
}

function Writing({ card, onReload }: { card: DataCard; onReload: () => void }) {
  const [texts, setTexts] = useState(() => Object.fromEntries(card.parts.map(({ key, text }) => [key, text])));
  const write = useWriteDataCard(card.test_set);
  const changed = card.parts.filter(({ key, text }) => texts[key] !== text).map(({ key }) => key);
  const by = card.changed_by ? ` by ${card.changed_by.name || card.changed_by.username}` : '';
  return (
    <Part
      title="Written by people"
      note={card.changed_at && card.revision > 0 ? `Saved ${dateTime(card.changed_at)}${by}` : 'Markdown'}
    >
      <Form
        wide
        label="Data card"
        onSubmit={() =>
          write.mutate({
            revision: card.revision,
            texts: Object.fromEntries(changed.map((key) => [key, texts[key] ?? ''])),
          })
        }
        error={null}
        submit="Save"
        isPending={write.isPending}
        disabled={changed.length === 0}
      >
        {card.parts.map((part) => (
          <Textarea
            key={part.key}
            label={part.title}
            description={part.hint}
            autosize
            minRows={3}
            maxLength={20_000}
            dir="auto"
            value={texts[part.key] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTexts((before) => ({ ...before, [part.key]: value }));
            }}
          />
        ))}
        {write.isError && <ErrorNote error={write.error} onRetry={onReload} />}
      </Form>
    </Part>
  );
}
