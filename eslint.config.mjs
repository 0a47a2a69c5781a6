import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import * as jsonc from 'jsonc-eslint-parser';

import { DISK, DOORS, doorsTo, importsOf, LAW, NETWORK, rowOf, tagOf } from './tools/boundaries/graph.mjs';

const CODE = ['**/*.{ts,mts,cts,js,mjs,cjs}'];
const TYPESCRIPT = ['**/*.{ts,mts,cts}'];
const TESTS = ['**/*.test.ts', 'test/**/*'];
/** Files of the tools, at the top of a project. */
const CONFIGS = ['*.config.*'];
const MAINS = ['src/main.ts', 'src/launcher.ts'];

/** Packages with a door: those that some room may import and `room` may not. */
const closedTo = (room) =>
  [...new Set(Object.values(LAW).flatMap(({ packages }) => packages))].filter(
    (name) => !rowOf(room).packages.includes(name),
  );
/** A package and what it exports besides; `@scope/*` stands for itself. */
const withSubpaths = (name) => (name.endsWith('/*') ? [name] : [name, `${name}/*`]);
const bothSpellings = (modules) => modules.flatMap((name) => [name, `node:${name}`]);
/** A regular expression for any of these specifiers, with `*` for the rest of one. */
const anyOf = (names) =>
  `(?:${names.map((name) => name.replace(/[/.]/g, '\\$&').replace('*', '.+')).join('|')})`;
/** The testing room plays the outside world: no door is closed to it. */
const isOutside = (room) => rowOf(room).private && !rowOf(room).app;
const closedBuiltins = (room) => [
  ...DOORS.filter(({ owner }) => owner !== room).flatMap(({ modules }) => modules),
  ...(DISK.owner === room ? [] : DISK.modules),
];

/** Nx's rule, with the rows of the law as constraints. Tests may import the testing room, and any package. */
function boundaries({ inTests }) {
  const constraint = (room) => ({
    sourceTag: tagOf(room),
    onlyDependOnLibsWithTags: [...importsOf(room), ...(inTests ? ['testing'] : [])].map(tagOf),
    ...(inTests ? {} : { allowedExternalImports: rowOf(room).packages.flatMap(withSubpaths) }),
  });
  return [
    'error',
    {
      enforceBuildableLibDependency: false,
      banTransitiveDependencies: !inTests,
      // What a test loads late costs nobody anything.
      checkDynamicDependenciesExceptions: inTests ? ['@coagent8/*'] : [],
      depConstraints: Object.keys(LAW).map(constraint),
    },
  ];
}

/** Builtins and packages by their names: what Nx's rule does not see, as builtins, types and single subpaths. */
function restrictedImports(room) {
  return [
    'error',
    {
      paths: [
        ...DOORS.filter(({ owner }) => owner !== room).flatMap(({ modules, ask }) =>
          bothSpellings(modules).map((name) => ({ name, message: `Not here: ${ask}.` })),
        ),
        ...(room === DISK.owner ? [] : bothSpellings(DISK.modules)).map((name) => ({
          name,
          importNames: DISK.writes,
          message: `Not here: ${DISK.owner} writes to the disk. Import by name what reads.`,
        })),
      ],
      patterns: [
        {
          regex: `^${anyOf(closedTo(room).flatMap(withSubpaths))}$`,
          message: 'This package has its door in another room (tools/boundaries/graph.mjs).',
        },
        {
          regex: `^@coagent8/(?!${anyOf(doorsTo(room))}$)`,
          message: 'Not a door that is open to this room (tools/boundaries/graph.mjs).',
        },
      ],
    },
  ];
}

/** Ways to import that the rules above do not see, and the style of the house where plain syntax shows it. */
function restrictedSyntax(room) {
  return [
    'error',
    {
      selector: 'TSImportType',
      message: 'Use an import declaration: the boundary rules do not see import() types.',
    },
    { selector: 'TSImportEqualsDeclaration', message: 'Use an import declaration.' },
    {
      selector: "ImportExpression[source.type!='Literal']",
      message: 'A dynamic import needs a string literal.',
    },
    ...(isOutside(room)
      ? []
      : [`(?:node:)?${anyOf(closedBuiltins(room))}`, `@coagent8\\/(?!${anyOf(doorsTo(room))}$).*`].map(
          (closed) => ({
            selector: `ImportExpression[source.value=/^${closed}$/]`,
            message: 'Not a door that is open to this room (tools/boundaries/graph.mjs).',
          }),
        )),
    {
      selector: ['Identifier[name=', 'Literal[value=']
        .map((node) => `${node}/^(createRequire|getBuiltinModule)$/]`)
        .join(),
      message: 'This hides a dependency: use an import declaration.',
    },
    { selector: 'TSEnumDeclaration', message: 'Use a const tuple and its union.' },
    { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  ];
}

/** The outside world: an application's main file reads it once and passes data. */
function worldOf(room) {
  const closed = (property, message) => ({ object: 'process', property, message });
  return {
    'no-restricted-properties': [
      'error',
      ...['env', 'argv', 'stdin', 'stdout', 'stderr', 'exit', 'chdir'].map((property) =>
        closed(property, 'Only the main file of an application reads and writes it; pass data.'),
      ),
      ...(room === 'runtime' ? [] : [closed('kill', 'Not here: runtime ends processes, by their handle.')]),
    ],
    'no-console': 'error',
  };
}
const NO_NETWORK = {
  'no-restricted-globals': [
    'error',
    {
      globals: NETWORK.globals.map((name) => ({
        name,
        message: `Not here: ${NETWORK.owner} reads the price list, and nothing else calls the network.`,
      })),
      checkGlobalObject: true,
    },
  ],
};

/**
 * The lint configuration of one room.
 * @param {string} room - Folder name below `libs/` or `apps/`; a row of the law.
 */
export function lawFor(room) {
  return [
    ...nx.configs['flat/base'],
    ...nx.configs['flat/typescript'],
    ...nx.configs['flat/javascript'],
    {
      ignores: [
        '**/dist',
        '**/bundle',
        '**/out-tsc',
        '**/coverage',
        '**/.artifacts',
        '**/test/fixtures',
        '**/test/transcripts',
      ],
    },
    { linterOptions: { reportUnusedDisableDirectives: 'error' } },
    {
      files: CODE,
      ignores: [...TESTS, ...CONFIGS],
      rules: {
        '@nx/enforce-module-boundaries': boundaries({ inTests: false }),
        '@typescript-eslint/no-require-imports': 'error',
        'no-restricted-syntax': restrictedSyntax(room),
        'no-eval': 'error',
        'no-new-func': 'error',
        ...(isOutside(room)
          ? {}
          : {
              '@typescript-eslint/no-restricted-imports': restrictedImports(room),
              ...(room === NETWORK.owner ? {} : NO_NETWORK),
              ...worldOf(room),
            }),
      },
    },
    {
      files: TESTS,
      ignores: ['**/*.{json,jsonl,md,snap}'],
      rules: {
        '@nx/enforce-module-boundaries': boundaries({ inTests: true }),
        '@typescript-eslint/no-non-null-assertion': 'off',
        '@typescript-eslint/no-empty-function': 'off',
      },
    },
    ...(rowOf(room).app
      ? [{ files: MAINS, rules: { 'no-restricted-properties': 'off', 'no-console': 'off' } }]
      : []),
    {
      files: TYPESCRIPT,
      rules: {
        '@typescript-eslint/no-explicit-any': 'error',
        '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
        '@typescript-eslint/consistent-type-imports': 'error',
        '@typescript-eslint/triple-slash-reference': [
          'error',
          { lib: 'never', path: 'never', types: 'never' },
        ],
      },
    },
    {
      files: ['package.json'],
      languageOptions: { parser: jsonc },
      rules: {
        '@nx/dependency-checks': [
          'error',
          {
            ignoredFiles: [
              '{projectRoot}/*.config.{mjs,cjs,ts}',
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

/** Linted from within each project, by its own `eslint.config.mjs`; the tools are checked by TypeScript. */
export default [{ ignores: ['**'] }];
