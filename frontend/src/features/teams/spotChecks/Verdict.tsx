import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { chordOf, isComposing, isMac } from '@/lib/chords';
import { Key } from '@/ui/Keys';
import { Tool } from '@/ui/Tool';
import { fieldKeys, keys } from './keys';
import type { Item } from './requests';
import classes from './SpotChecks.module.css';
import type { Judging } from './useJudging';

/** What a person has settled, and what is said of it. */
export function Verdict({ item, judging, canJudge }: { item: Item; judging: Judging; canJudge: boolean }) {
  return (
    <section className={classes.verdict} aria-label="What was settled">
      <div className={classes.text} lang={item.language || undefined} dir="auto" data-field="settled">
        {item.text || <i>{item.span ? 'nothing was said' : 'no text'}</i>}
      </div>
      <p role="status" data-verdict={item.verdict || undefined} className={classes.said}>
        {item.verdict === '' ? 'Not judged' : item.verdict === 'right' ? 'Right' : `Faulty: ${item.note}`}
      </p>
      {canJudge && !judging.isNoting && (
        <p className={classes.buttons}>
          <Tool of={keys.right} isDisabled={judging.isPending} onClick={judging.right}>
            Right
          </Tool>
          <Tool of={keys.faulty} isDisabled={judging.isPending} onClick={() => judging.note()}>
            Faulty
          </Tool>
          <Tool of={keys.undo} isDisabled={!judging.canUndo || judging.isPending} onClick={judging.undo}>
            Undo
          </Tool>
        </p>
      )}
      {canJudge && judging.isNoting && <Note item={item} judging={judging} />}
    </section>
  );
}

function Note({ item, judging }: { item: Item; judging: Judging }) {
  const [note, setNote] = useState(item.note);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = () => note.trim() !== '' && judging.faulty(note.trim());
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    const chord = chordOf(event.nativeEvent, isMac());
    if (chord === fieldKeys.save[0]) send();
    else if (chord === fieldKeys.leave[0]) judging.note(false);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        ref={field}
        label="What is wrong"
        description="Its person reads this."
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        onKeyDown={press}
      />
      <p className={classes.buttons}>
        <Button
          variant="filled"
          size="compact-sm"
          disabled={note.trim() === ''}
          loading={judging.isPending}
          rightSection={<Key of={fieldKeys.save} />}
          onClick={send}
        >
          Faulty, next
        </Button>
        <Button size="compact-sm" rightSection={<Key of={fieldKeys.leave} />} onClick={() => judging.note(false)}>
          Leave
        </Button>
      </p>
    </>
  );
}
