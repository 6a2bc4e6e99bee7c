import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { figure, plural } from '@/lib/format';
import { CsvButton } from '@/ui/CsvButton';
import { Facts } from '@/ui/Facts';
import { Part } from '@/ui/Page';
import { right, Table } from '@/ui/Table';
import { Differences } from './Differences';
import { changeByAll, mean, ranked } from './model/figures';
import { Axis, Bars, Interval } from './plots';
import type { QuestionResults, Results } from './requests';
import classes from './Tasks.module.css';

/** Which system is rated better, by how much, and whether the raters can be believed. */
export function ResultsPart({ results }: { results: Results }) {
  const { questions } = results;
  const [at, setAt] = useState(0);
  const question = questions[at] ?? questions[0];
  if (!question) return null;
  return (
    <>
      {questions.length > 1 && <AllQuestions questions={questions} />}
      {questions.length > 1 && (
        <div className={classes.bar}>
          <SegmentedControl
            aria-label="Question"
            data={questions.map(({ name }, index) => ({ value: String(index), label: name }))}
            value={String(at)}
            onChange={(value) => setAt(Number(value))}
          />
        </div>
      )}
      <Systems question={question} />
      {question.systems.length > 1 && <Differences key={question.name} question={question} />}
      <Part title="Agreement" note={`${question.name}, ${plural(results.n_counted, 'rater')}`}>
        <Facts
          facts={[
            ['Krippendorff’s α', alphaWords(question)],
            ['ICC(2,k), mean of raters', figure(question.icc)],
            ['α with the rejected', alphaWords(question.all)],
            ['ICC(2,k) with the rejected', figure(question.all.icc)],
          ]}
        />
        <p className="soft">{changeByAll(question)}</p>
      </Part>
    </>
  );
}

/** ".58 (.54–.62)" */
function alphaWords({ alpha, alpha_low, alpha_high }: QuestionResults['all']): string {
  const ends = alpha_low === null || alpha_high === null ? '' : ` (${figure(alpha_low)}–${figure(alpha_high)})`;
  return `${figure(alpha)}${ends}`;
}

/** One column a question, the mean of all last. */
function AllQuestions({ questions }: { questions: QuestionResults[] }) {
  const systems = [...new Set(questions.flatMap((question) => question.systems.map(({ system }) => system)))];
  const rows = systems
    .map((system) => {
      const values = questions.map(({ systems }) => systems.find((each) => each.system === system)?.value ?? null);
      const known = values.filter((value) => value !== null);
      const all = known.length === questions.length ? known.reduce((sum, one) => sum + one, 0) / known.length : null;
      return { system, values, all };
    })
    .sort((a, b) => (b.all ?? -1) - (a.all ?? -1));
  const best = questions.map((_, at) => Math.max(...rows.map(({ values }) => values[at] ?? -1)));
  const names = questions.map(({ name }) => name);
  return (
    <Part
      title="All questions"
      note="means, bold: best"
      actions={
        <CsvButton
          name="rating-task"
          of="All questions"
          header={['system', ...names, 'mean']}
          rows={rows.map(({ system, values, all }) => [system, ...values, all])}
        />
      }
    >
      <Table label="All questions" columns={['System', ...names.map(right), right('Mean')]}>
        {rows.map(({ system, values, all }) => (
          <tr key={system}>
            <th scope="row" dir="auto">
              {system}
            </th>
            {values.map((value, at) => (
              <td key={names[at]} data-right data-label={names[at]}>
                {value !== null && value === best[at] ? <b>{mean(value)}</b> : mean(value)}
              </td>
            ))}
            <td data-right data-label="Mean">
              {mean(all)}
            </td>
          </tr>
        ))}
      </Table>
    </Part>
  );
}

function Systems({ question }: { question: QuestionResults }) {
  const systems = ranked(question.systems);
  const values = question.systems.flatMap(({ counts }) => counts.map(({ value }) => value));
  const isYesNo = values.length > 0 && Math.min(...values) === 0;
  const limits: [number, number] = isYesNo ? [0, 1] : [1, 5];
  const header = ['system', 'mean', 'low', 'high', 'n'];
  return (
    <Part
      title={`${question.name} by system`}
      note="mean opinion score, 95 % intervals over raters and sets"
      actions={
        <CsvButton
          name={`rating-task-${question.name}`}
          of={question.name}
          header={header}
          rows={systems.map(({ system, value, low, high, n }) => [system, value, low, high, n])}
        />
      }
    >
      {systems.length === 0 && <p className="soft">No rater counts: the rules, or somebody, have left all out.</p>}
      <Table
        label={question.name}
        columns={[
          'System',
          right('MOS'),
          { title: 'Interval', shown: <Axis limits={limits} /> },
          'Ratings',
          right('n'),
        ]}
      >
        {systems.map((system) => (
          <tr key={system.system}>
            <th scope="row" dir="auto">
              {system.system}
            </th>
            <td data-right data-nowrap data-label="MOS">
              <b>{mean(system.value)}</b>
              <span className={classes.interval}>
                {system.low === null ? 'too few' : `${mean(system.low)}–${mean(system.high)}`}
              </span>
            </td>
            <td>
              <Interval of={system} limits={limits} />
            </td>
            <td>
              <Bars counts={system.counts} limits={limits} />
            </td>
            <td data-right data-label="n">
              {system.n}
            </td>
          </tr>
        ))}
      </Table>
    </Part>
  );
}
