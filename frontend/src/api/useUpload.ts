import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { upload } from './upload';

/** Uploads files as a field of a form; `progress` is the share sent, 0 to 1, and `cancel` ends it. */
export function useUpload<Got>(address: string, field: string, onSuccess: (answer: Got) => void) {
  const [progress, setProgress] = useState(0);
  const abort = useRef<AbortController>(null);
  const mutation = useMutation({
    mutationFn: (files: File | readonly File[]) => {
      const form = new FormData();
      for (const file of [files].flat()) form.append(field, file, file.name);
      abort.current = new AbortController();
      setProgress(0);
      return upload<Got>(address, form, { onProgress: setProgress, signal: abort.current.signal });
    },
    onSuccess,
  });
  const cancelled = mutation.error instanceof DOMException && mutation.error.name === 'AbortError';
  return { ...mutation, error: cancelled ? null : mutation.error, progress, cancel: () => abort.current?.abort() };
}
