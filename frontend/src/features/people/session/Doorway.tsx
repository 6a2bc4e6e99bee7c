import type { ReactNode } from 'react';
import { Confidence } from '@/ui/Confidence';
import { PlainWordmark } from '@/ui/Mark';
import classes from './SignIn.module.css';

const lines = [
  { said: 'She wrote down', heard: '書きとめた', sure: 0.97, accepted: true },
  { said: 'one number', heard: '数字を一つ', sure: 0.96, accepted: true },
  { said: 'every morning.', heard: '毎朝。', sure: 0.88, accepted: false },
];

/** What Lectern is on one side, and on the other what one is asked: pages for people who are not signed in. */
export function Doorway({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <section className={classes.say} aria-label="Lectern">
        <PlainWordmark size={24} />
        <div className={classes.voices} aria-hidden="true">
          {lines.map((line) => (
            <div key={line.said} className={classes.line}>
              <span>{line.said}</span>
              <span className={classes.link} data-accepted={line.accepted || undefined}>
                <i />
                <Confidence value={line.sure} />
                <i />
              </span>
              <span lang="ja">{line.heard}</span>
            </div>
          ))}
        </div>
        <p className={classes.motto}>From talks to data you can trust.</p>
      </section>
      <main className={classes.side}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
