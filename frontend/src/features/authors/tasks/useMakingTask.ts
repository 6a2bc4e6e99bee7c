import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { drawOf, type Items } from './model/items';
import { filesToSend, type ListedSample, type SampleList } from './model/samples';
import { changeTask, createTask, drawSamples, putFile, putSamples, type TaskRequest } from './requests';

interface Wanted {
  task: TaskRequest;
  items: Items;
}

/** Makes a task, and has its samples drawn, or sends its list and then its sounds or pictures, one after another. What was made before a failure is kept. */
export function useMakingTask(onMade: (id: number) => void) {
  const client = useQueryClient();
  const made = useRef<{ id: number; list: SampleList | null; nFiles: number } | null>(null);
  const [sent, setSent] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ task, items }: Wanted) => {
      const before = made.current;
      const { medium: _medium, project: _project, ...rest } = task;
      const { id } = before ? await changeTask(before.id, rest) : await createTask(task);
      const now = before ?? { id, list: null, nFiles: 0 };
      made.current = now;
      const drawn = drawOf(items);
      if (drawn) {
        await drawSamples(id, drawn);
        now.list = null;
        return id;
      }
      const { list } = items;
      if (!list) return id;
      if (now.list !== list) {
        await putSamples(id, list.samples.map(withoutFile));
        [now.list, now.nFiles] = [list, 0];
      }
      const isSound = task.medium === 'sound';
      for (const [at, { position, file }] of filesToSend(list.samples, isSound).entries()) {
        if (at < now.nFiles) continue;
        setSent(at);
        const packed = list.files.get(file);
        if (!packed) throw new Error(`${file} is not among the chosen files.`);
        const content = await packed.bytes();
        await putFile(id, { position, what: isSound ? 'sound' : 'picture', content, name: file });
        now.nFiles = at + 1;
      }
      return id;
    },
    onSuccess: onMade,
    onSettled: () => client.invalidateQueries({ queryKey: ['rating-tasks'] }),
  });
  return { ...mutation, sent, isMade: made.current !== null };
}

function withoutFile({ file: _, ...sample }: ListedSample) {
  return sample;
}
