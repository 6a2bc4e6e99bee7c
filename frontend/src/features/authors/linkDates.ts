/** A day `days` from today, as a date field writes it. */
export function dayFromNow(days: number, now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** A link expires at the end of its last day, in the time zone of whoever creates it. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}
