import type { Ratings } from '@/api/types';
import { CsvButton } from '@/ui/CsvButton';
import { Part } from '@/ui/Page';
import styles from './Ratings.module.css';
import { cents, interval, mean } from './words';

/** The share of yes and the mean score of each engine with a preset, and of other systems. */
export function ByEngine({ of: { groups, published, few }, slug }: { of: Ratings; slug: string }) {
  return (
    <Part
      title="By engine and preset"
      note="95 % intervals"
      actions={
        <CsvButton
          name={`${slug}-ratings-by-engine`}
          of="Ratings by engine and preset"
          header={[
            'engine',
            'preset',
            'system',
            'n',
            'n_yes',
            'n_no',
            'yes',
            'yes_low',
            'yes_high',
            'mean',
            'mean_low',
            'mean_high',
          ]} // prettier-ignore
          rows={groups.map((each) => [
            each.engine,
            each.preset,
            each.system,
            each.n,
            each.n_yes,
            each.n_no,
            each.yes?.value ?? null,
            each.yes?.low ?? null,
            each.yes?.high ?? null,
            each.mean?.value ?? null,
            each.mean?.low ?? null,
            each.mean?.high ?? null,
          ])} // prettier-ignore
        />
      }
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">Engine and preset</span>
            </th>
            <th scope="col">n</th>
            <th scope="col">Yes</th>
            <th scope="col">1–5</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((each) => (
            <tr key={`${each.engine} ${each.preset} ${each.system}`}>
              <th scope="row">{each.system || [each.engine_label, each.preset].filter(Boolean).join(', ')}</th>
              <td className="num">{each.n}</td>
              <td className="num">
                {each.yes && each.n >= few ? `${cents(each.yes.value)} %` : '–'}
                {each.yes && each.n >= few && each.yes.low !== null && <small> {interval(each.yes, cents)}</small>}
              </td>
              <td className="num">
                {each.mean && each.n >= few ? mean(each.mean.value) : '–'}
                {each.mean && each.n >= few && each.mean.low !== null && <small> {interval(each.mean, mean)}</small>}
              </td>
            </tr>
          ))}
          <tr className="soft">
            <th scope="row">published</th>
            <td className="num">{published.n}</td>
            <td className="num">{cents(published.yes)} %</td>
            <td className="num">{mean(published.mean)}</td>
          </tr>
        </tbody>
      </table>
    </Part>
  );
}
