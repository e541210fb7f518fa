import type { BrowserContext, Page } from '@playwright/test'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import type { ServerProcess } from '../../support/server-process.ts'

/** An account whose tab stays open, with its state before the first test. */
interface ReusableAccount {
  client: ApiClient
  profile: string
  viewport: { width: number; height: number } | null
  uses: number
}

/**
 * Maximum number of tests that use the same account. Each test adds a workspace to the account, and the client loads
 * all workspaces when it starts, so it becomes slower.
 */
const usesOfAnAccount = 15

const accounts = new WeakMap<BrowserContext, ReusableAccount>()
/**
 * Tabs that later tests cannot reuse, because a test changed something in the tab that only disappears when the tab is
 * closed.
 */
const spent = new WeakSet<Page>()

/**
 * Returns the account that is signed in in this browser and stays for later tests. Returns undefined if there is
 * none.
 */
export function getReusableAccount(context: BrowserContext): ApiClient | undefined {
  return accounts.get(context)?.client
}

export async function storeReusableAccount(
  server: ServerProcess,
  page: Page,
  client: ApiClient,
): Promise<void> {
  const profile = await profileOf(server, client)
  accounts.set(page.context(), { client, profile, viewport: page.viewportSize(), uses: 0 })
}

export function discardReusableAccount(context: BrowserContext): void {
  accounts.delete(context)
}

/**
 * Records whether the test changes the tab in a way that cannot be undone, for example with init scripts or WebSocket
 * routes.
 */
export function trackChangesThatPreventTabReuse(page: Page): void {
  for (const name of ['addInitScript', 'exposeFunction', 'exposeBinding', 'routeWebSocket'] as const) {
    const original = page[name].bind(page) as (...input: unknown[]) => Promise<never>
    page[name] = (...input: unknown[]) => {
      spent.add(page)
      return original(...input)
    }
  }
}

const events = [
  ...(['console', 'dialog', 'download', 'filechooser', 'pageerror', 'popup', 'request'] as const),
  ...(['requestfailed', 'requestfinished', 'response', 'websocket'] as const),
]

/**
 * Resets a tab for the next test. Returns false if the test leaves something behind in the tab, in the
 * browser or in the account.
 */
export async function resetTab(server: ServerProcess, page: Page): Promise<boolean> {
  const account = accounts.get(page.context())
  if (account === undefined || spent.has(page) || page.isClosed()) return false
  const isEmpty = page.url() === emptyTab
  if (!isEmpty && new URL(page.url()).origin !== server.url) return false
  account.uses++
  if (account.uses >= usesOfAnAccount || !(await isAsBefore(server, page, account))) return false
  for (const event of events) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const asUsual = { colorScheme: null, contrast: null, forcedColors: null, media: null } as const
  await page.emulateMedia({ ...asUsual, reducedMotion: 'reduce' })
  if (account.viewport) await page.setViewportSize(account.viewport)
  await page.mouse.move(0, 0)
  if (isEmpty) return true
  // Escape closes dialogs and popovers. It also ends the time after typing in which the client ignores shortcuts. A
  // dialog that asks whether to discard changes stays open, and then the tab is not used again.
  await page.keyboard.press('Escape')
  if ((await page.locator(floating).count()) > 0) await page.keyboard.press('Escape')
  return page.evaluate(leave, { to: neutralPath, floating }).catch(() => false)
}

/** The page that a new tab shows before a test opens a screen. */
export const emptyTab = 'about:blank'
const floating = '[role=dialog], [role=alertdialog], [role=menu], [role=tooltip], .float, [data-sonner-toast]'
/** A screen outside all workspaces that loads little data. */
const neutralPath = '/invitations'

/**
 * Runs in the page. Closes toasts and waits until nothing floats above the screen, because an open popover would reappear
 * on the next screen. Then it navigates to the path `to`. Returns false if something stays open or stored.
 */
async function leave({ to, floating }: { to: string; floating: string }): Promise<boolean> {
  const go = (path: string) => {
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }
  const comes = async (isThere: () => boolean) => {
    const end = performance.now() + 1000
    while (!isThere() && performance.now() < end) await new Promise(requestAnimationFrame)
    return isThere()
  }
  const isClear = () => document.querySelector(floating) === null
  const isLeft = () =>
    location.pathname === to &&
    document.querySelector('h1') !== null &&
    document.querySelector('[data-item], [data-card], .document, iframe') === null
  const closeToast = '[data-sonner-toast] button:last-of-type'
  for (const button of document.querySelectorAll<HTMLElement>(closeToast)) button.click()
  if (location.search !== '') go(location.pathname)
  if (!(await comes(isClear))) return false
  go(to)
  if (!(await comes(() => isLeft() && isClear()))) return false
  // The client reads these values each time that it uses them.
  for (const key of ['used-blocks', 'sidebar-more']) localStorage.removeItem(key)
  // Later tests may find these values. The names of most of them contain the id of a workspace, project or page.
  const kept = /^(last-project:|comment-draft:|projects\||pages\||comments-looked$|language$)/
  return Object.keys(localStorage).every((key) => kept.test(key)) && sessionStorage.length === 0
}

async function isAsBefore(server: ServerProcess, page: Page, { client, profile }: ReusableAccount) {
  const cookies = await page.context().cookies(server.url)
  const isSignedIn = cookies.some(({ name, value }) => `${name}=${value}` === client.cookie)
  return isSignedIn && (await profileOf(server, client)) === profile
}

/**
 * Returns all data of an account and its sessions that tests may change, except data that changes with every
 * visit.
 */
async function profileOf(server: ServerProcess, { id }: ApiClient): Promise<string> {
  const [row] = await runSql<{ profile: string }>(
    server.databaseUrl,
    `select concat(to_jsonb(users) - $2::text[], to_jsonb(profiles) - $2::text[],
       (select count(*) from sessions where user_id = users.id)) as profile
     from users join profiles on profiles.user_id = users.id where users.id = $1`,
    [id, ['updated_at', 'last_workspace_id', 'onboarding_step']],
  )
  return row?.profile ?? ''
}
