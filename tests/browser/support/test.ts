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
/** Each has its own browser, which stays open between tests. */
type ComputerName = Person | 'elsewhere' | 'phone'

interface Computer {
  context: BrowserContext
  /** DevTools session with the browser, opened from the first tab. */
  devtools: CDPSession
  first: Page
  /** The person's tab, which stays open for later tests. */
  tab: Page | undefined
  /** True while a test runs that needs prefetching. */
  preloads: boolean
}

type WorkerParts = {
  server: ServerProcess
  computers: (name: ComputerName) => Promise<Computer>
  gallery: string
  /** A browser for all tests of the gallery, so that fetched and compiled code stays cached. */
  galleryBrowser: BrowserContext
}

/**
 * Each person has their own browser, like two people at two computers. `createTwoUserProject` signs in the same two accounts for many tests, whose tabs stay open
 * with the client loaded. A test that changes an account, its sessions or browser storage sets `ownAccounts` and gets new accounts in new tabs.
 * `preloads` enables prefetching, for tests that go offline; it includes `ownAccounts`.
 */
type TestParts = {
  ann: Page
  max: Page
  galleryTab: Page
  /** A browser without a session and without stored data, for a stranger, a guest or a second computer of a person. */
  elsewhere: BrowserContext
  /** Like `elsewhere`, but with the screen of a phone. `openPhone` signs a person in. */
  phoneBrowser: BrowserContext
  preloads: boolean
  ownAccounts: boolean
}

const phoneScreen = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }

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
      const running = new Map<ComputerName, Promise<Computer>>()
      const start = async (name: ComputerName): Promise<Computer> => {
        const screen = name === 'phone' ? phoneScreen : {}
        const context = await playwright[browserName].launchPersistentContext('', screen)
        const first = context.pages()[0] ?? (await context.newPage())
        const devtools = await context.newCDPSession(first)
        const computer: Computer = { context, devtools, first, tab: undefined, preloads: false }
        // The browser runs this script before the first navigation of the tab, because it receives commands in order.
        context.on('page', (page) => {
          if (!computer.preloads) page.addInitScript(saveData).catch(() => undefined)
        })
        return computer
      }
      await use((name) => {
        const computer = running.get(name) ?? start(name)
        running.set(name, computer)
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
  elsewhere: async ({ computers, server }, use) =>
    withEmptyBrowser(await computers('elsewhere'), server, use),
  phoneBrowser: async ({ computers, server }, use) => withEmptyBrowser(await computers('phone'), server, use),
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
  computer.preloads = preloads
  if (!keeps) await clear(computer, server)
  await setOtherAddress(context)
  const page = computer.tab ?? (await context.newPage())
  if (page !== computer.tab) {
    trackChangesThatPreventTabReuse(page)
    computer.tab = page
  }
  await use(page)
  await Promise.all(openedTabs(computer).map((other) => other !== page && other.close()))
  await resetContext(context)
  const isGood = keeps && info.status === info.expectedStatus
  if (!isGood || !(await resetTab(server, page))) await clear(computer, server)
}

/** Calls `use` with a browser that contains nothing from earlier tests, except its cache of fetched and compiled code. */
async function withEmptyBrowser(
  computer: Computer,
  server: ServerProcess,
  use: (context: BrowserContext) => Promise<void>,
) {
  const { context } = computer
  await setOtherAddress(context)
  await use(context)
  await resetContext(context)
  await clear(computer, server)
}

/** Gives the browser a separate client address, as if behind a proxy, so that tests do not share rate limits. */
async function setOtherAddress(context: BrowserContext): Promise<void> {
  addresses++
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `192.0.2.${addresses % 250}` })
}

async function resetContext(context: BrowserContext): Promise<void> {
  await Promise.all([
    context.setOffline(false),
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.clearPermissions(),
  ])
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
