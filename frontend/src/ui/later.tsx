import { type ComponentType, useEffect, useState } from 'react';
import { ErrorNote } from './ErrorNote';
import { Loading } from './Loading';

/** A component whose code is loaded when it is first shown. Unlike React's `lazy`, what could not be loaded can be tried again. */
export function later<Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    const [failures, setFailures] = useState(0);
    const [failed, setFailed] = useState(false);
    // biome-ignore lint/correctness/useExhaustiveDependencies: another failure is another try
    useEffect(() => {
      if (Part) return;
      let isGone = false;
      load().then(
        (part) => {
          loaded = part;
          if (!isGone) setPart(() => part);
        },
        () => !isGone && setFailed(true),
      );
      return () => {
        isGone = true;
      };
    }, [Part, failures]);
    if (Part) return <Part {...props} />;
    if (!failed) return <Loading what={what} />;
    const again = () => {
      setFailed(false);
      setFailures(failures + 1);
    };
    return (
      <ErrorNote
        error={new Error('This could not be loaded. Check your connection and try again, or reload the page.')}
        onRetry={again}
      />
    );
  };
}
