/** What the files of the repository must be. Each rule returns what breaks it, one line each. */

/** Names that say nothing about what is inside. */
const EMPTY_NAMES = ['utils', 'common', 'shared', 'core', 'helpers', 'misc', 'manager'];

/**
 * No folder and no file below these is named by an empty word.
 * @param {readonly string[]} files
 */
export function findEmptyNames(files) {
  const names = new Set(
    files
      .filter((file) => /^(libs|apps|tools|e2e)\//.test(file))
      .flatMap((file) => {
        const parts = file.split('/');
        return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
      }),
  );
  return [...names]
    .filter((path) => EMPTY_NAMES.includes(path.replace(/.*\//, '').replace(/\..*/, '')))
    .sort();
}

/**
 * Every library says in a README what it owns and what it may not do.
 * @param {readonly string[]} files
 */
export function findUndescribed(files) {
  const libraries = new Set(
    files.filter((file) => /^libs\/[^/]+\//.test(file)).map((file) => file.split('/')[1]),
  );
  return [...libraries].map((name) => `libs/${name}/README.md`).filter((file) => !files.includes(file));
}

/**
 * No file names a package registry, so that everyone's own is used.
 * @param {readonly string[]} files
 * @param {(file: string) => string} readText
 * @param {readonly string[]} hosts
 */
export function findRegistries(files, readText, hosts) {
  return files.flatMap((file) => {
    const text = readText(file);
    return hosts.filter((host) => text.includes(host)).map((host) => `${file} names ${host}`);
  });
}

/**
 * Redaction leaves ordinary text alone: every file but tests, which hold made-up credentials on purpose.
 * @param {readonly string[]} files
 * @param {(file: string) => string} readText
 * @param {(text: string) => Promise<string>} redact
 */
export async function findRedacted(files, readText, redact) {
  const ordinary = files.filter(
    (file) =>
      /\.(?:[cm]?[jt]s|md|json|ya?ml)$/.test(file) && !/(?:^|\/)test\/|\.test\.|package-lock/.test(file),
  );
  const found = [];
  for (const file of ordinary) {
    const text = readText(file);
    if ((await redact(text)) !== text) found.push(`${file} would be changed`);
  }
  return found;
}
