import { Button } from '@mantine/core';
import { CopyButton } from '@/ui/CopyButton';
import classes from './Account.module.css';

/** The codes that replace a lost phone, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div className={classes.narrow}>
      <p role="status">
        Keep these recovery codes where you find them without your phone. Each works once. They won’t be shown again.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton text={codes.join('\n')} label="Copy codes" />
        <Button variant="filled" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
