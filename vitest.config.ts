import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { callsPlugin } from './web/calls-plugin.ts'

/** These take longest, whatever their size: were one of them begun last, it would run alone. */
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

// Tests start hundreds of Node processes: with what `npm` commands keep as well, each starts in half the time.
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
  // As tests in browsers are: the summary names what passed only then.
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
          // Loading the server takes longer than many a file of tests: a worker does it once.
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
        plugins: [callsPlugin()],
        test: {
          ...each,
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
