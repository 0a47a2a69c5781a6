import { shownAge } from '@coagent8/models';

/** How long before `now` a moment was; both ISO 8601. A clock that was set back makes nothing younger than now. Pure. */
export function ageText(moment: string, now: string): string {
  return shownAge(Date.parse(now) - Date.parse(moment) || 0);
}
