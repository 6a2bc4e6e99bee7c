import { Button } from '@mantine/core';
import { isLive } from '@/api/work';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import classes from './Generated.module.css';
import { type GeneratedText, type GenerationRun, useMakeAgain } from './requests';

interface TextActionsProps {
  run: GenerationRun;
  open: GeneratedText;
  mayChange: boolean;
  onSent: () => void;
  onRaters: () => void;
}

/** What can be done with the text of the open slide. */
export function TextActions({ run, open, mayChange, onSent, onRaters }: TextActionsProps) {
  const again = useMakeAgain();
  return (
    <div className={classes.send}>
      <Button size="compact-sm" onClick={onSent}>
        Prompt as sent
      </Button>
      {mayChange && open.text !== null && (
        <Button size="compact-sm" onClick={onRaters}>
          Send to raters…
        </Button>
      )}
      {mayChange && open.text !== null && !run.is_imported && !isLive(run) && (
        <AskFirst
          verb="Generate again"
          label={`Generate slide ${open.page} again`}
          question={`Sends slide ${open.page} to ${run.host} again, which may be charged. This text stays until another is there.`}
          yes="Send"
          isPending={again.isPending}
          onYes={() => again.mutate({ run: run.id, text: open.id })}
        />
      )}
      {again.isError && <ErrorNote error={again.error} />}
    </div>
  );
}
