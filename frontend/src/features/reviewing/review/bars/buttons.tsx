/** The buttons of the bars. */

import type { ComponentProps } from 'react';
import { classes } from '../frame/context';
import bar from './Bar.module.css';

type ButtonProps = ComponentProps<'button'>;

export function BarButton({ className, ...props }: ButtonProps) {
  return <button type="button" className={classes(bar.button, className)} {...props} />;
}

/** The act that the bar is there for. */
export function MainButton({ className, ...props }: ButtonProps) {
  return <BarButton className={classes(bar.main, className)} {...props} />;
}

export function QuietButton({ className, ...props }: ButtonProps) {
  return <BarButton className={classes(bar.quiet, className)} {...props} />;
}

/** One that reads like a link. */
export function TextButton(props: ButtonProps) {
  return <button type="button" className={bar.textButton} {...props} />;
}
