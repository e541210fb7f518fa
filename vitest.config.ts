import { defineConfig } from 'vitest/config'
import { callsPlugin } from './web/calls-plugin.ts'

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
