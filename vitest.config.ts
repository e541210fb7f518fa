import { defineConfig } from 'vitest/config'
import { callsPlugin } from './web/calls-plugin.ts'

export default defineConfig({
  plugins: [callsPlugin()],
  test: {
    include: ['tests/{common,api,realtime,web}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/postgres.ts'],
    // A process a file: servers, pools and metrics of one file are gone before the next begins.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    retry: 0,
  },
})
