import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts'

type WorkerParts = { server: ServerProcess }

/** Each person in a browser context of their own, as two people at two machines have; nobody is signed in yet. */
type TestParts = { ann: Page; max: Page }

/** Playwright's `test` with a server and people: one server, on a data folder of its own, for each worker. */
export const test = base.extend<TestParts, WorkerParts>({
  server: [
    async ({ browserName }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), `tandem-${browserName}-`))
      const server = await startServerProcess(dataDir, { TRUSTED_PROXIES: '1' })
      await use(server)
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  ann: async ({ browser, server }, use) => {
    const context = await browser.newContext(atHome(server))
    await use(await context.newPage())
    await context.close()
  },
  max: async ({ browser, server }, use) => {
    const context = await browser.newContext(atHome(server))
    await use(await context.newPage())
    await context.close()
  },
})

let addresses = 0

/** At an address of their own, as if behind a proxy, so that tests do not use up each other's limits. */
function atHome(server: ServerProcess) {
  addresses++
  return { baseURL: server.url, extraHTTPHeaders: { 'x-forwarded-for': `192.0.2.${addresses % 250}` } }
}
