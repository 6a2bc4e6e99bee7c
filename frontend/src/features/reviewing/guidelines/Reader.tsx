/** Guidelines as annotators read them: a version, what changed in it, and its labels. */

import { Checkbox, Select } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { Guidelines } from '@/api/guidelines';
import { type Label, useGuidelinesVersion } from '@/features/reviewing/requests/guidelines';
import { date } from '@/lib/format';
import { appliesTo } from '@/lib/labels';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Markdown } from '@/ui/Markdown';
import { Page, Part } from '@/ui/Page';
import { changedLines, lineDiff } from './Changes';
import classes from './Guidelines.module.css';
import { keyOf } from './model';

interface Props {
  slug: string;
  guidelines: Guidelines;
  tabs: ReactNode;
}

export function Reader({ slug, guidelines: { current, versions }, tabs }: Props) {
  const params = useAddressParams();
  const choose = useChooseParams();
  const chosen = Number(params.get('version'));
  const version = versions.find(({ number }) => number === chosen)?.number ?? current;
  const shown = versions.find(({ number }) => number === version);
  const compared = versions.find(({ number }) => number === Number(params.get('compare')))?.number ?? null;
  const before = compared !== null && compared !== version ? compared : null;
  const query = useGuidelinesVersion(slug, version);
  const other = useGuidelinesVersion(slug, before);
  const changed = useMemo(
    () => (query.data && other.data ? changedLines(lineDiff(other.data.text, query.data.text)) : undefined),
    [query.data, other.data],
  );
  const put = (name: string, value: string | null) => choose({ [name]: value }, { replace: true });
  const earlier = versions.find(({ number }) => version !== null && number < version)?.number;
  return (
    <Page
      title="Guidelines"
      lead={
        shown &&
        `Version ${shown.number}, ${date(shown.published_at ?? shown.saved_at)}${shown.note && `. ${shown.note}`}`
      }
      actions={
        versions.length > 1 && (
          <Select
            aria-label="Version"
            allowDeselect={false}
            value={String(version)}
            onChange={(value) => put('version', value === String(current) ? null : value)}
            data={versions.map(({ number }) => ({
              value: String(number),
              label: `Version ${number}${number === current ? ', current' : ''}`,
            }))}
          />
        )
      }
    >
      {tabs}
      {version === null && <p className={`soft ${classes.reading}`}>This project has no guidelines yet.</p>}
      {query.isPending && version !== null && <Loading what="the guidelines" />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <>
          <div className={classes.reading}>
            {(before ?? earlier) !== undefined && (
              <Checkbox
                label={`Mark what changed since version ${before ?? earlier}`}
                checked={before !== null}
                onChange={(event) => put('compare', event.currentTarget.checked ? String(earlier) : null)}
              />
            )}
            <Markdown text={query.data.text} changed={changed} />
          </div>
          <Part title="Labels">
            <LabelList labels={query.data.labels} />
          </Part>
        </>
      )}
    </Page>
  );
}

function LabelList({ labels }: { labels: readonly Label[] }) {
  return (
    <dl className={classes.labelList}>
      {labels
        .filter(({ hidden }) => !hidden)
        .map((label) => {
          const key = keyOf(label);
          const values = label.values.filter(({ hidden }) => !hidden).map(({ name }) => name);
          return (
            <div key={label.key}>
              <dt>
                {label.name} <code>{label.key}</code> {key && <kbd>{key}</kbd>}
              </dt>
              <dd>
                {label.type === 'yes_no' ? 'yes, no' : values.join(', ')}. {appliesTo[label.applies_to]}
                {label.required && ', required'}.
              </dd>
            </div>
          );
        })}
    </dl>
  );
}
