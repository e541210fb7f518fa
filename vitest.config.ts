import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { virtualCallsPlugin } from './web/calls-plugin.ts'
import { localesPlugin } from './web/locales-plugin.ts'

/** These files take longest, so they start first. */
const first = [
  ...[
    'permissions',
    'bad-input',
    'mass-assignment',
    'hostile-texts',
    'document-threads',
    'listings-language',
  ],
  ...['epic-figures', 'failures/backup', 'failures/history', 'failures/upgrade'],
]

// Tests start hundreds of Node processes. The compile cache halves their start time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => first.some((name) => moduleId.includes(`/${name}.`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const each = {
  pool: 'forks',
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
          // Loading the server takes longer than many test files, so each worker loads it once and runs several files.
          isolate: false,
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
          include: ['tests/web/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
