import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, type CDPSession, type Page } from '@playwright/test'
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts'
import { serveGallery } from './gallery.ts'

type Person = 'ann' | 'max'

interface Computer {
  context: BrowserContext
  /** Speaks with the browser itself, from a tab that stays open. */
  devtools: CDPSession
}

type WorkerParts = {
  server: ServerProcess
  computers: (person: Person) => Promise<Computer>
  gallery: string
}

/**
 * Each person in a browser of their own, as two people at two machines have; nobody is signed in yet. `preloads`: what the next press may
 * ask for is fetched ahead, for tests that lose the connection; elsewhere a test is over before that has paid for itself.
 */
type TestParts = { ann: Page; max: Page; preloads: boolean }

/** Playwright's `test` with a server and people: one server, on a data folder of its own, for each worker. */
export const test = base.extend<TestParts, WorkerParts>({
  server: [
    async ({ browserName }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), `tandem-${browserName}-`))
      const server = await startServerProcess(dataDir, {
        TRUSTED_PROXIES: '1',
        REACHABLE_NETWORKS: '127.0.0.1',
      })
      await use(server)
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  // A browser that stays keeps what it has fetched and compiled, which a third of opening a board is spent on.
  computers: [
    async ({ playwright, browserName }, use) => {
      const running = new Map<Person, Promise<Computer>>()
      const start = async (): Promise<Computer> => {
        const context = await playwright[browserName].launchPersistentContext('')
        const tab = context.pages()[0] ?? (await context.newPage())
        return { context, devtools: await context.newCDPSession(tab) }
      }
      await use((person) => {
        const computer = running.get(person) ?? start()
        running.set(person, computer)
        return computer
      })
      for (const computer of running.values()) await (await computer).context.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // Of the same test as all others, so that its worker need not be another.
  gallery: [({ browserName: _ }, use) => serveGallery(use), { scope: 'worker', timeout: 60_000 }],
  preloads: [false, { option: true }],
  ann: async ({ computers, server, preloads }, use) =>
    atComputer(await computers('ann'), server, preloads, use),
  max: async ({ computers, server, preloads }, use) =>
    atComputer(await computers('max'), server, preloads, use),
})

/** As somebody who pays for what is fetched. */
function saveData(): void {
  if ('connection' in navigator) Object.defineProperty(navigator.connection, 'saveData', { get: () => true })
}

let addresses = 0

/** A new tab of somebody's browser, and nothing left of it for the test that follows. */
async function atComputer(
  { context, devtools }: Computer,
  server: ServerProcess,
  preloads: boolean,
  use: (page: Page) => Promise<void>,
) {
  // At an address of their own, as if behind a proxy, so that tests do not use up each other's limits.
  addresses++
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `192.0.2.${addresses % 250}` })
  const kept = context.pages()
  const page = await context.newPage()
  if (!preloads) await page.addInitScript(saveData)
  await use(page)
  const opened = context.pages().filter((page) => !kept.includes(page))
  await Promise.all(opened.map((page) => page.close()))
  await Promise.all([
    context.setOffline(false),
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.clearPermissions(),
    context.clearCookies(),
    devtools.send('Storage.clearDataForOrigin', {
      origin: server.url,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers,file_systems',
    }),
  ])
}
