import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import * as jsonc from 'jsonc-eslint-parser';

import { DISK_WRITES, DOORS, importsOf, LAW, tagOf } from './tools/boundaries/graph.mjs';

const TESTS = ['**/*.test.ts', 'test/**'];

/** Nx's rule, with the rows of the law as constraints. Tests may import the test room beside what their room may. */
function boundaries({ tests }) {
  const constraint = (room) => ({
    sourceTag: tagOf(room),
    onlyDependOnLibsWithTags: [...importsOf(room), ...(tests ? [room, 'testing'] : [])].map(tagOf),
    ...(tests ? {} : { allowedExternalImports: ['node:*', ...packagesOf(room)] }),
  });
  return [
    'error',
    {
      enforceBuildableLibDependency: false,
      banTransitiveDependencies: !tests,
      allow: ['^.*/eslint\\.config\\.mjs$'],
      depConstraints: Object.keys(LAW).map(constraint),
    },
  ];
}

const packagesOf = (room) => LAW[room].packages.flatMap((name) => (name.endsWith('/*') ? [name] : [name, `${name}/*`]));

/** What Nx's rule does not see: packages by their type imports and builtins, each with one door. */
function doors(room) {
  const owned = (name) => LAW[room].packages.includes(name);
  const guarded = ['@modelcontextprotocol/sdk', 'vscode', 'execa', 'lockfile', 'write-file-atomic', '@stricli/core'];
  return [
    'error',
    {
      paths: [
        ...DOORS.filter(({ owner }) => owner !== room).flatMap(({ modules, ask }) =>
          modules.map((name) => ({ name, message: `Not here: ${ask}.` })),
        ),
        ...(room === 'storage'
          ? []
          : ['node:fs', 'fs', 'node:fs/promises', 'fs/promises'].map((name) => ({
              name,
              importNames: DISK_WRITES,
              message: 'Not here: storage writes to the disk.',
            }))),
      ],
      patterns: [
        ...guarded
          .filter((name) => !owned(name))
          .map((name) => ({ group: [name, `${name}/*`], message: 'This package has its door in another room (tools/boundaries/graph.mjs).' })),
        ...(LAW[room].app ? [] : [{ group: ['@coagent8/*/src/*', '@coagent8/*/dist/*'], message: 'Import a room by its name.' }]),
      ],
    },
  ];
}

const HIDDEN_IMPORTS = [
  { selector: 'TSImportType', message: 'Use an import declaration: the boundary rule does not see import() types.' },
  {
    selector: 'TSImportEqualsDeclaration[moduleReference.type="TSExternalModuleReference"]',
    message: 'Use an import declaration.',
  },
  { selector: "ImportExpression[source.type!='Literal']", message: 'A dynamic import needs a string literal.' },
  {
    selector: "CallExpression[callee.name='createRequire'], CallExpression[callee.property.name='createRequire'], ImportSpecifier[imported.name='createRequire']",
    message: 'createRequire hides a dependency.',
  },
  { selector: "CallExpression[callee.object.name='process'][callee.property.name='getBuiltinModule']", message: 'getBuiltinModule hides a dependency.' },
];
const HOUSE_STYLE = [
  { selector: 'TSEnumDeclaration', message: 'Use a const tuple and its union.' },
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
];

/**
 * The lint configuration of one room.
 * @param {string} room - Folder name below `libs/` or `apps/`; a row of the law.
 */
export function lawFor(room) {
  return [
    ...nx.configs['flat/base'],
    ...nx.configs['flat/typescript'],
    { ignores: ['**/dist', '**/out-tsc', '**/coverage', '**/.artifacts', '**/test/fixtures', '**/test/transcripts'] },
    {
      files: ['**/*.ts'],
      ignores: TESTS,
      rules: {
        '@nx/enforce-module-boundaries': boundaries({ tests: false }),
        '@typescript-eslint/no-restricted-imports': doors(room),
        '@typescript-eslint/no-require-imports': 'error',
        'no-restricted-syntax': ['error', ...HIDDEN_IMPORTS, ...HOUSE_STYLE],
        ...(LAW[room].private
          ? { '@typescript-eslint/no-restricted-imports': 'off' }
          : {
              'no-restricted-globals': [
                'error',
                { name: 'fetch', message: 'No room calls the network.' },
                { name: 'require', message: 'Use an import declaration.' },
              ],
              'no-restricted-properties': [
                'error',
                ...['env', 'argv', 'stdin', 'stdout', 'stderr', 'exit'].map((property) => ({
                  object: 'process',
                  property,
                  message: 'Read and written in an app’s main only; pass data.',
                })),
              ],
              'no-console': 'error',
            }),
      },
    },
    {
      files: TESTS.flatMap((glob) => (glob.endsWith('**') ? [`${glob}/*.ts`] : [glob])),
      rules: {
        '@nx/enforce-module-boundaries': boundaries({ tests: true }),
        '@typescript-eslint/no-non-null-assertion': 'off',
        '@typescript-eslint/no-empty-function': 'off',
      },
    },
    { files: ['src/main.ts', 'src/launcher.ts'], rules: { 'no-restricted-properties': 'off' } },
    {
      files: ['**/*.ts'],
      rules: {
        '@typescript-eslint/no-explicit-any': 'error',
        '@typescript-eslint/consistent-type-imports': 'error',
      },
    },
    {
      files: ['**/package.json'],
      languageOptions: { parser: jsonc },
      rules: {
        '@nx/dependency-checks': [
          'error',
          {
            ignoredFiles: [
              '{projectRoot}/*.config.{mjs,cjs}',
              '{projectRoot}/**/*.test.ts',
              '{projectRoot}/test/**/*',
            ],
          },
        ],
      },
    },
    prettier,
  ];
}

export default [{ ignores: ['**'] }];
