import { defineConfig } from 'vitest/config'
import { callsPlugin } from './web/calls-plugin.ts'

const each = { pool: 'forks', testTimeout: 20_000, hookTimeout: 30_000, retry: 0 } as const

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
          // Files share processes: loading the server again for each took as long as what they do with it. It keeps next to nothing
          // in modules, and a file closes what it opens.
          isolate: false,
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
