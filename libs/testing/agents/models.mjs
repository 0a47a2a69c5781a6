/** The models, and what is wrong with a choice of one. Labels and words as seen on 1.1.25 to 1.2.16. Pure. */

/** @type {readonly (readonly [slug: string, label: string, efforts: readonly string[]])[]} */
const FAMILIES = [
  ['gemini-3.8-flash', 'Gemini 3.8 Flash', ['high', 'medium', 'low']],
  ['gemini-3.1-pro', 'Gemini 3.1 Pro', ['high', 'low']],
  ['claude-sonnet-4-6', 'Claude Sonnet 4.6 (Thinking)', []],
  ['gpt-oss-120b', 'GPT-OSS 120B', ['medium']],
];
const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];

const title = (/** @type {string} */ word) => `${word[0]?.toUpperCase()}${word.slice(1)}`;

/** Slug and label of each, as `agy models` lists them. */
export const MODELS = FAMILIES.flatMap(([slug, label, efforts]) =>
  efforts.length === 0
    ? [{ slug, label }]
    : efforts.map((effort) => ({ slug: `${slug}-${effort}`, label: `${label} (${title(effort)})` })),
);

/**
 * @param {string} [model]
 * @param {string} [effort]
 * @returns {string | undefined} Why the program does not start with them.
 */
export function whyInvalid(model, effort) {
  const reason = reasonOf(model, effort);
  return reason && `invalid model selection (--model "${model ?? ''}" --effort "${effort ?? ''}"): ${reason}`;
}

/**
 * @param {string} [model]
 * @param {string} [effort]
 */
function reasonOf(model, effort) {
  if (effort && !EFFORTS.includes(effort)) {
    return `invalid --effort "${effort}" (valid: low, medium, high, xhigh, max)`;
  }
  if (!model) return undefined;
  const listed = MODELS.some(({ slug }) => slug === model);
  const family = FAMILIES.find(([slug]) => slug === model || (listed && model.startsWith(`${slug}-`)));
  if (!family) {
    const labels = MODELS.map(({ label }) => `  ${label}`).join('\n');
    return `model ${model} is not recognized as a known model or custom model in settings\nAvailable models:\n${labels}`;
  }
  const [slug, , efforts] = family;
  if (efforts.length === 0) return effort && `--effort is not supported for model "${model}"`;
  const available = `(available: ${EFFORTS.filter((name) => efforts.includes(name)).join(', ')})`;
  if (slug === model) {
    if (!effort) return `--model ${model} requires --effort ${available}`;
    return efforts.includes(effort)
      ? undefined
      : `--effort ${effort} is not available for ${model} ${available}`;
  }
  return effort && `${slug}-${effort}` !== model
    ? `--model ${model} conflicts with --effort=${effort}`
    : undefined;
}
