import type { DescribedConfig, IgnoredField } from '@coagent8/config';

import { shownValue } from './config-rows.js';
import type { Style } from './style.js';

/** Properties that no configuration has, each with what may have been meant; nothing where there are none. */
export function ignoredRows(
  { ignored, ignoredCount }: Pick<DescribedConfig, 'ignored' | 'ignoredCount'>,
  style: Style,
): readonly string[] {
  if (ignored.length === 0) return [];
  const rest = ignoredCount - ignored.length;
  return [
    style.alert('Ignored, since there is no such field:'),
    ...ignored.flatMap(rowsOf),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    ...(ignored.some(({ source }) => source === 'file') ? ['The next change drops them from the file.'] : []),
  ];
}

function rowsOf({ path, source, similar }: IgnoredField): readonly string[] {
  const rows = similar.map((name, index) => `      ${index === 0 ? 'did you mean' : 'or'} ${name}`);
  return [`  ${shownValue(path)} (${source})`, ...rows];
}
