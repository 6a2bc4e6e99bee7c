import { Checkbox } from '@mantine/core';
import { plural } from '@/lib/format';

interface AgreeToSendProps {
  host: string;
  /** Of the recording; null where nobody knows. */
  seconds: number | null;
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
}

/** Says what would leave the site, how much of it and where to, and asks. */
export function AgreeToSend({ host, seconds, agreed, onAgree }: AgreeToSendProps) {
  const sound =
    seconds === null
      ? 'the whole recording'
      : plural(Math.max(1, Math.ceil(seconds / 60)), 'minute of sound', 'minutes of sound');
  return (
    <Checkbox
      label={`Send ${sound} to ${host}`}
      description={`The sound of the recording and its language leave this site, nothing else. What is kept of them is up to those who run ${host}.`}
      checked={agreed}
      onChange={({ currentTarget }) => onAgree(currentTarget.checked)}
    />
  );
}
