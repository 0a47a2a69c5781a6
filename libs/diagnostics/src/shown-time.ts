import { shownAge } from '@coagent8/models';

/** A moment (ISO 8601) to the minute: `2026-05-01 12:00 UTC`. What is none is not repeated. Pure. */
export function shownTime(moment: string): string {
  const ms = Date.parse(moment);
  if (Number.isNaN(ms)) return 'a time that is not known';
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** How long before `now` a moment was; both ISO 8601. A clock that was set back makes nothing younger than now. Pure. */
export function ageText(moment: string, now: string): string {
  return shownAge(Date.parse(now) - Date.parse(moment) || 0);
}
