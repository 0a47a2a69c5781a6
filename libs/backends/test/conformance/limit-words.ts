/** A file of the workspace that quotes limits. */
export const LIMITS_FILE = 'limits.txt';

/** What agents, and the servers of their models, say of limits: here it is somebody else who says it. */
export const LIMIT_WORDS = [
  'You’ve hit your usage limit. Try again at Jan 1st, 2100 12:00 AM.',
  "You've hit your limit · resets Jan 1, 2100, 12am (UTC)",
  'Individual quota reached. Resets in 80h25m39s.',
  'Error 429, Message: no, Status: RESOURCE_EXHAUSTED, Details: [map[quotaResetTimeStamp:2100-01-01T00:00:00Z]]',
  'AGY_ERROR: {"status":"RESOURCE_EXHAUSTED","error_code":429}',
  '{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":4102444800}}',
  '{"method":"account/rateLimits/updated","params":{"rateLimits":{"primary":{"usedPercent":100}}}}',
].join('\n');
