import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  test as base,
  type CDPSession,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts'
import { withServedGallery } from './gallery.ts'
import { discardReusableAccount, resetTab, trackChangesThatPreventTabReuse } from './reusable-tabs.ts'

type Person = 'ann' | 'max'

interface Computer {
  context: BrowserContext
  /** DevTools session with the browser, opened from the first tab. */
  devtools: CDPSession
  first: Page
  /** The person's tab, which stays open for later tests. */
  tab: Page | undefined
}

type WorkerParts = {
  server: ServerProcess
  computers: (person: Person) => Promise<Computer>
  gallery: string
  /** A browser for all tests of the gallery, so that fetched and compiled code stays cached. */
  galleryBrowser: BrowserContext
}

/**
 * Each person has their own browser, like two people at two computers. `createTwoUserProject` signs in the same two accounts for many tests, whose tabs stay open
 * with the client loaded. A test that changes an account, its sessions or browser storage sets `ownAccounts` and gets new accounts in new tabs.
 * `preloads` enables prefetching, for tests that go offline; it includes `ownAccounts`.
 */
type TestParts = { ann: Page; max: Page; galleryTab: Page; preloads: boolean; ownAccounts: boolean }

/** Playwright's `test` with a server and people. Each worker has one server with its own data folder. */
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
  // The browsers of the people stay open between tests, because they cache the fetched and compiled code.
  // Fetching and compiling takes a third of the time to open a board.
  computers: [
    async ({ playwright, browserName }, use) => {
      const running = new Map<Person, Promise<Computer>>()
      const start = async (): Promise<Computer> => {
        const context = await playwright[browserName].launchPersistentContext('')
        const tab = context.pages()[0] ?? (await context.newPage())
        return { context, devtools: await context.newCDPSession(tab), first: tab, tab: undefined }
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
  // The gallery is part of this `test` object, because Playwright would start another worker for a different
  // object.
  gallery: [({ browserName: _ }, use) => withServedGallery(use), { scope: 'worker', timeout: 60_000 }],
  galleryBrowser: [
    async ({ playwright, browserName }, use) => {
      const context = await playwright[browserName].launchPersistentContext('')
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  galleryTab: async ({ galleryBrowser }, use) => {
    const tab = await galleryBrowser.newPage()
    await use(tab)
    await tab.close()
  },
  preloads: [false, { option: true }],
  ownAccounts: [false, { option: true }],
  ann: async ({ computers, server, preloads, ownAccounts }, use, info) =>
    atComputer(await computers('ann'), { server, info, preloads, ownAccounts }, use),
  max: async ({ computers, server, preloads, ownAccounts }, use, info) =>
    atComputer(await computers('max'), { server, info, preloads, ownAccounts }, use),
})

/** Simulates the browser's data saver, which disables prefetching. */
function saveData(): void {
  if ('connection' in navigator) Object.defineProperty(navigator.connection, 'saveData', { get: () => true })
}

let addresses = 0

interface Visit {
  server: ServerProcess
  info: TestInfo
  preloads: boolean
  ownAccounts: boolean
}

/**
 * Calls `use` with the tab of an earlier test or with a new tab. The tab stays open if the test leaves nothing behind
 * in it.
 */
async function atComputer(
  computer: Computer,
  { server, info, preloads, ownAccounts }: Visit,
  use: (page: Page) => Promise<void>,
) {
  const { context } = computer
  const keeps = !preloads && !ownAccounts
  if (!keeps) await clear(computer, server)
  // Each person gets a separate client address, as if behind a proxy, so that tests do not share rate limits.
  addresses++
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `192.0.2.${addresses % 250}` })
  const page = computer.tab ?? (await context.newPage())
  if (page !== computer.tab) {
    if (!preloads) await page.addInitScript(saveData)
    trackChangesThatPreventTabReuse(page)
    computer.tab = page
  }
  await use(page)
  await Promise.all(openedTabs(computer).map((other) => other !== page && other.close()))
  await Promise.all([
    context.setOffline(false),
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.clearPermissions(),
  ])
  const isGood = keeps && info.status === info.expectedStatus
  if (!isGood || !(await resetTab(server, page))) await clear(computer, server)
}

function openedTabs({ context, first }: Computer): Page[] {
  return context.pages().filter((page) => page !== first)
}

/** Removes everything that tests have left in the browser. */
async function clear(computer: Computer, server: ServerProcess): Promise<void> {
  const { context, devtools } = computer
  computer.tab = undefined
  discardReusableAccount(context)
  await Promise.all(openedTabs(computer).map((page) => page.close()))
  await Promise.all([
    context.clearCookies(),
    devtools.send('Storage.clearDataForOrigin', {
      origin: server.url,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers,file_systems',
    }),
  ])
}
