import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { virtualCallsPlugin } from './web/calls-plugin.ts'
import { localesPlugin } from './web/locales-plugin.ts'

/** The longest files of each folder start first, so that no worker is alone at the end. */
const first = {
  failures: [
    'page-imports',
    'backup',
    'shutdown',
    'history',
    'commands',
    'server',
    'uploads',
    'durability',
    'webhooks',
  ],
  server: [
    ...[
      'bad-input',
      'permissions',
      'mass-assignment',
      'hostile-texts',
      'document-threads',
      'page-file-imports',
    ],
    ...[
      'documents-rest',
      'listings-language',
      'notifications',
      'attachments',
      'safe-client',
      'personal-rows',
    ],
    ...['cycle-figures', 'epic-figures', 'module-figures', 'malformed-updates', 'versions', 'exports'],
  ],
  web: ['bundle', 'live-listings', 'undo', 'outbox', 'markdown'],
}

// Tests start hundreds of Node processes. The compile cache halves their start time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/**
 * Runs the projects one after the other, because Vitest ends a worker if the next file is of another project. Tests of
 * failures mostly wait, so they start first, when no worker is left over.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return Object.entries(first).flatMap(([name, names]) => {
      const own = sorted.filter(({ project }) => project.name === name)
      const long = names.flatMap((each) => own.filter(({ moduleId }) => moduleId.includes(`/${each}.test.`)))
      return [...long, ...own.filter((file) => !long.includes(file))]
    })
  }
}

const each = {
  pool: 'forks',
  // Loading the server or the client takes longer than many test files, so each worker loads it once and runs several
  // files. What a file changes in the globals of its worker, it restores.
  isolate: false,
  restoreMocks: true,
  unstubGlobals: true,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // CI machines are slower, so a test may time out. The summary lists the tests that passed only at the second attempt.
  retry: process.env['CI'] ? 1 : 0,
} as const

export default defineConfig({
  test: {
    globalSetup: ['tests/support/postgres.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...each,
          name: 'server',
          include: ['tests/{common,api,realtime}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...each,
          name: 'failures',
          include: ['tests/failures/**/*.test.ts'],
          globalSetup: ['tests/support/prepared-data.ts'],
        },
      },
      {
        plugins: [virtualCallsPlugin(), localesPlugin()],
        test: {
          ...each,
          name: 'web',
          // The client keeps its rows in one store, and the rows of one file must not reach the listings of another.
          isolate: true,
          include: ['tests/web/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
