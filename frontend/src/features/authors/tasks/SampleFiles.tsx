import { FileInput } from '@mantine/core';
import { useState } from 'react';
import { plural } from '@/lib/format';
import { readFiles, type SampleList, tallySamples } from './model/samples';
import classes from './Tasks.module.css';

interface SampleFilesProps {
  isSound: boolean;
  list: SampleList | null;
  onList: (list: SampleList | null) => void;
}

/** The list of samples, with its sounds or pictures. Read here, and said what is in it. */
export function SampleFiles({ isSound, list, onList }: SampleFilesProps) {
  const [files, setFiles] = useState<File[]>([]);
  const choose = (chosen: File[]) => {
    setFiles(chosen);
    onList(null);
    if (chosen.length > 0) void readFiles(chosen, isSound).then(onList);
  };
  const description = isSound
    ? 'A ZIP archive, or the files themselves: a list (TSV or CSV) with the columns set, system, file, and if wanted text and trap; and the sounds that it names'
    : 'A TSV or CSV file with the columns set, system, text, and if wanted reference, picture, alt and trap; and the pictures that it names, or a ZIP archive of all';
  return (
    <div>
      <FileInput
        multiple
        label="Samples"
        description={description}
        accept={isSound ? undefined : '.tsv,.csv,.txt,.zip,.png,.jpg,.jpeg,.webp'}
        value={files}
        onChange={choose}
        required
      />
      {list && list.problems.length === 0 && (
        <p className="soft" role="status">
          {inWords(list)}
        </p>
      )}
      {list && list.problems.length > 0 && (
        <ul className={classes.problems} role="alert">
          {list.problems.slice(0, 10).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
          {list.problems.length > 10 && <li>and {list.problems.length - 10} more</li>}
        </ul>
      )}
      <p className="soft">
        A set is one sentence or page by all systems. An attention check has no system, but its right answer in the
        column trap, such as 2 or 1-2: a voice says “please choose two”. Sets must have the same number of samples.
      </p>
    </div>
  );
}

function inWords({ samples }: SampleList): string {
  const { sets, systems, traps } = tallySamples(samples);
  return `${plural(samples.length, 'sample')}: ${plural(sets, 'set')}, ${plural(systems, 'system')}, ${plural(traps, 'attention check')}.`;
}
