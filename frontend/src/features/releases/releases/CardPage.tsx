import { Textarea } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { dateTime } from '@/lib/format';
import { Form } from '@/ui/Form';
import { SaveState } from '@/ui/large/SaveState';
import { Markdown } from '@/ui/Markdown';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { CardMeanwhile } from './CardMeanwhile';
import { type DataCard, useDataCard } from './requests';
import { useCard } from './useCard';

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
      {card.data && (canWrite ? <Writing key={card.data.test_set} card={card.data} /> : <Reading card={card.data} />)}
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

function Writing({ card }: { card: DataCard }) {
  const { texts, saving, mine, write, resolve } = useCard(card);
  const { theirs } = saving;
  const by = card.changed_by ? ` by ${card.changed_by.name || card.changed_by.username}` : '';
  return (
    <Part
      title="Written by people"
      note={card.changed_at && card.revision > 0 ? `Changed ${dateTime(card.changed_at)}${by}` : 'Markdown'}
    >
      <Form
        wide
        label="Data card"
        onSubmit={() => void saving.save()}
        error={saving.error}
        submit="Save"
        isPending={saving.isSaving}
        disabled={saving.isSaved || theirs !== null}
        beside={<SaveState {...saving} isRefused={theirs !== null} />}
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
            onChange={(event) => write(part.key, event.currentTarget.value)}
          />
        ))}
        {theirs && mine && <CardMeanwhile card={card} mine={mine} theirs={theirs} onResolve={resolve} />}
      </Form>
    </Part>
  );
}
