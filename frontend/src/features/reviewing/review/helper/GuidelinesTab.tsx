/** What this project asks of its annotators, beside the row. */

import { Link } from 'react-router';
import { useGuidelinesVersion } from '@/features/reviewing/requests/guidelines';
import { appliesTo } from '@/lib/labels';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Markdown } from '@/ui/Markdown';
import { useKeyText, useReview } from '../frame/context';
import type { ActionId } from '../keys/table';
import { type Label, offered } from '../model/labels';
import styles from './Helper.module.css';

export function GuidelinesTab() {
  const info = useReview((state) => state.info);
  const { version, current, note } = info.guidelines ?? { version: null, current: null, note: '' };
  const query = useGuidelinesVersion(info.project.slug, version);
  const page = `/p/${info.project.slug}/reviews/guidelines`;
  return (
    <section className={styles.guide}>
      <h2>
        Guidelines {version !== null && <small>version {version}</small>}
        {version !== null && (
          <Link to={page} target="_blank">
            Open
          </Link>
        )}
      </h2>
      {current !== version && current !== null && (
        <p className={styles.moved}>
          Version {current} is current{note && `: ${note}`}. This review{' '}
          {version === null ? 'was begun before there were guidelines' : `stays under version ${version}`}.{' '}
          <Link to={version === null ? page : `${page}?compare=${version}`} target="_blank">
            {version === null ? 'Read them' : 'What changed'}
          </Link>
        </p>
      )}
      {version === null && current === null && <p>This project has no guidelines yet.</p>}
      {version !== null && query.isPending && <Loading what="the guidelines" />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <Markdown text={query.data.text} />}
      <h3>Labels</h3>
      <dl>
        {info.labels
          .filter((label) => !label.hidden)
          .map((label) => (
            <LabelLine key={label.key} label={label} />
          ))}
      </dl>
    </section>
  );
}

/** What gives a label to the row, of those that every project has; their ids are for files, not for who reviews. */
const actionOf: Readonly<Record<string, ActionId | undefined>> = {
  good_align: 'align_yes',
  good_mt: 'mt_yes',
  null_reason: 'null',
  error_tags: 'tags',
};

export function LabelLine({ label }: { label: Label }) {
  const { key } = useKeyText();
  const action = label.shortcut ? (`own_label_${label.shortcut}` as const) : actionOf[label.key];
  return (
    <>
      <dt>
        {label.name} {action && <kbd>{key(action)}</kbd>}
      </dt>
      <dd>
        {label.type === 'yes_no'
          ? 'yes, no'
          : offered(label)
              .map(({ name }) => name)
              .join(', ')}
        . {appliesTo[label.applies_to]}
        {label.required && ', required'}.
      </dd>
    </>
  );
}
