import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './ErrorNote.module.css';

/** An error's own message, with the faults it lists and, where that makes sense, a button to try again. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const message = error instanceof Error ? error.message : String(error);
  const faults = faultsOf(error);
  return (
    <div className={classes.note} role="alert">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      <div>
        <p>{message}</p>
        {faults.length > 0 && (
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        {onRetry && (
          <Button onClick={onRetry} mt={8}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

interface Fault {
  message: string;
  field?: string;
  file?: string;
  line?: number | null;
  column?: number | null;
}

function faultsOf(error: unknown): string[] {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) return [];
  return (error.errors as Fault[])
    .filter((fault) => fault.message !== error.message)
    .map((fault) => {
      const place = [
        fault.file ?? fault.field,
        fault.line ? `line ${fault.line}` : null,
        fault.column ? `column ${fault.column}` : null,
      ].filter(Boolean);
      return place.length > 0 ? `${place.join(', ')}: ${fault.message}` : fault.message;
    })
    .filter((text) => text !== error.message);
}
