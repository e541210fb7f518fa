import { atom } from 'jotai'
import { authErrors } from '#common/identity/sign-in/errors.ts'
import { browserDevice, onHide } from '../app/browser-device.ts'
import { canShowStoredAnswers } from '../app/signed-in-user.ts'
import {
  catchUpFrom,
  connectionAtom,
  follow,
  forgetUseOfStoredAnswers,
  forgetWorkspace,
  hasUsedStoredAnswers,
  onChangeApplied,
  preferStoredAnswers,
  readWorkspace,
  removeStoredAnswers,
  removeStoredAnswersBefore,
  removeUncheckedAnswers,
  request,
  restoreReceivedChanges,
  showWorkspace,
  store,
  storeEverythingNow,
  storeReceivedChanges,
  tables,
} from '../app/sync.ts'
import { removeInaccessibleRows } from '../person/remove-inaccessible-rows.ts'
import { RequestError } from '../sync/http.ts'

/**
 * `needs_factor` means that the workspace requires two-factor authentication, which the user has not set up.
 */
export type WorkspaceStatus = 'loading' | 'ready' | 'error' | 'no_access' | 'needs_factor'

export interface OpenWorkspace {
  slug: string
  id: string | null
  status: WorkspaceStatus
  /**
   * The name that the workspace had when it was loaded. It is copied here because the row of a deleted workspace is
   * removed before the screen shows this name.
   */
  name?: string
  /** The name of the workspace that was open until now. It is set only with the status `no_access`. */
  lost?: string
}

export const workspaceAtom = atom<OpenWorkspace>({ slug: '', id: null, status: 'loading' })

/** Returns the slug of the current workspace. */
export function currentSlug(): string {
  return store.get(workspaceAtom).slug
}

/** Returns the prefix of the project's work item keys. */
export function projectKeyPrefix(projectId: string): string {
  return tables.projects.get(projectId)?.identifier ?? ''
}

type Loader = () => Promise<unknown>
const loaders = new Set<Loader>()

/**
 * Registers a function that is called whenever all data of the workspace is reloaded. It is for features that
 * load more data, such as pages.
 */
export function onWorkspaceReload(loader: Loader): () => void {
  loaders.add(loader)
  return () => void loaders.delete(loader)
}

const forgetters = new Set<() => void>()

/**
 * Registers a function that is called when another workspace is opened. Features use it to reset state that is
 * not stored in rows.
 */
export function onWorkspaceSwitch(forget: () => void): () => void {
  forgetters.add(forget)
  return () => void forgetters.delete(forget)
}

let opening: { slug: string; done: Promise<void> } | null = null

/**
 * Milliseconds to wait for the live connection. Afterwards the workspace is shown without that connection and
 * catches up later.
 */
const livePatience = 3000

/** Opens a workspace: loads its data and subscribes to its changes. Repeated calls share one promise. */
export function openWorkspace(slug: string): Promise<void> {
  const open = store.get(workspaceAtom)
  if (open.slug === slug && open.status === 'ready') return Promise.resolve()
  if (opening?.slug === slug) return opening.done
  if (open.slug !== slug) forgetAll()
  showWorkspace(slug)
  store.set(workspaceAtom, { slug, id: null, status: 'loading' })
  isReloadRequested = false
  const done = load(slug).finally(() => {
    if (opening?.done !== done) return
    opening = null
    if (isReloadRequested) void reloadWorkspace(slug)
  })
  opening = { slug, done }
  return done
}

async function load(slug: string): Promise<void> {
  const startedAt = Date.now()
  const patience = new Promise<void>((resolve) =>
    setTimeout(resolve, browserDevice.isOnline() ? livePatience : 0),
  )
  preferStoredAnswers(true)
  let isRead = false
  const reading = read(slug).finally(() => {
    isRead = true
  })
  // An error is handled below, after the stored data is shown.
  reading.catch(() => undefined)
  try {
    const since = await withinPatience(
      showStored(slug, () => !isRead),
      reading,
    )
    const live = follow(slug, () => requestReload(slug), since)
    const [loaded] = await Promise.all([reading, Promise.race([live, patience])])
    if (currentSlug() !== slug) return
    preferStoredAnswers(false)
    if (loaded.isStored) await showOffline(slug, loaded.version)
    else
      await finishLoading(slug, { read_at: loaded.version, startedAt, patience, isCaughtUp: since !== null })
  } catch (error) {
    if (currentSlug() === slug) preferStoredAnswers(false)
    fail(slug, error)
    retryReload(slug)
  }
}

/** Milliseconds to wait for the storage of the browser, which does not respond if its files are damaged. */
const storagePatience = 3000
/** Milliseconds to wait for the storage of the browser after the server has answered. */
const storagePatienceAfterAnswer = 300

/** Waits for stored data. After the server has sent the current data, the stored data is no longer important. */
function withinPatience(stored: Promise<number | null>, current: Promise<unknown>): Promise<number | null> {
  const pause = (milliseconds: number) =>
    new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null))
  // If the server cannot be reached, only the stored data can be shown.
  const answered = current.then(
    () => pause(storagePatienceAfterAnswer),
    () => pause(storagePatience),
  )
  return Promise.race([stored, pause(storagePatience), answered])
}

/**
 * Shows the workspace from the responses that this browser has stored, so that the user does not wait for the server.
 * If some of them are missing, nothing is shown. Returns the version up to which the stored responses contain no rows
 * that the user may no longer see, or null if this version is unknown.
 */
async function showStored(slug: string, isWanted: () => boolean): Promise<number | null> {
  if (!canShowStoredAnswers()) return null
  const isStillWanted = () => currentSlug() === slug && isWanted()
  const version = await readWorkspace(slug, isStillWanted, 'only').then(
    (loaded) => (isStillWanted() ? loaded.version : null),
    // Responses are missing or damaged, so everything is loaded from the server.
    () => null,
  )
  if (currentSlug() !== slug) return null
  // Even if nothing is shown, the screen may use stored responses that lack these changes.
  const since = await restoreReceivedChanges(slug, version ?? Number.POSITIVE_INFINITY)
  if (version !== null && currentSlug() === slug) showAsReady(slug)
  return since
}

function showAsReady(slug: string): void {
  setOpened(slug)
  store.set(workspaceAtom, (now) => ({ ...now, status: 'ready' }))
}

/** Shows the workspace from stored responses, because the server is unreachable. */
async function showOffline(slug: string, version: number): Promise<void> {
  const isShown = store.get(workspaceAtom).status === 'ready'
  if (!isShown) await restoreReceivedChanges(slug, version)
  if (currentSlug() !== slug) return
  showAsReady(slug)
  checkServerLater(slug)
}

interface FreshWorkspace {
  read_at: number
  startedAt: number
  patience: Promise<void>
  /** True if the subscription requested all changes since the stored data. */
  isCaughtUp: boolean
}

async function finishLoading(slug: string, { read_at, startedAt, patience, isCaughtUp }: FreshWorkspace) {
  // To save a round trip, the data is loaded while the subscription is requested. Changes that were made after the
  // loading and before the subscription are therefore requested afterwards.
  await Promise.race([catchUpFrom(read_at), patience])
  if (currentSlug() !== slug) return
  showAsReady(slug)
  const isShownFromStorage = hasUsedStoredAnswers()
  forgetUseOfStoredAnswers()
  if (isShownFromStorage && !isReloadRequested) await reloadFeatures()
  // The subscription reports which rows were deleted or became inaccessible since the stored data.
  if (isCaughtUp) setTimeout(() => removeUnlessLive(slug, startedAt), checkAnswersWithin)
  else removeUncheckedAnswers(slug, startedAt)
  onceLive(slug, () => storeReceivedChanges(slug))
}

/** Milliseconds in which the live connection must confirm that the user may still see the stored responses. */
const checkAnswersWithin = 60_000

function removeUnlessLive(slug: string, startedAt: number): void {
  const isLive = store.get(connectionAtom) === 'live'
  if (currentSlug() === slug && !isLive) removeUncheckedAnswers(slug, startedAt)
}

/** Runs the task once, as soon as the live connection is active. Does nothing if the user opens another workspace. */
function onceLive(slug: string, task: () => void): void {
  const stop = store.sub(connectionAtom, run)
  run()
  function run(): void {
    const isLeft = currentSlug() !== slug
    const isLive = store.get(connectionAtom) === 'live'
    if (!isLeft && !isLive) return
    stop()
    if (!isLeft) task()
  }
}

/**
 * True if all data must be loaded again as soon as the workspace is open, because the user's access has changed or
 * too many changes were missed.
 */
let isReloadRequested = false

function requestReload(slug: string): void {
  if (opening?.slug === slug) isReloadRequested = true
  else void reloadWorkspace(slug)
}

function forgetAll(): void {
  for (const forget of forgetters) forget()
  forgetWorkspace()
}

// While the server is unreachable, rows can come from responses that this browser stored earlier and that lack recent
// changes. In that case, all rows are loaded again when the connection returns.
store.sub(connectionAtom, () => {
  if (store.get(connectionAtom) !== 'live' || !hasUsedStoredAnswers() || opening !== null) return
  forgetUseOfStoredAnswers()
  void reloadWorkspace(currentSlug())
})

/** Milliseconds between two requests that check whether the server can be reached again. */
const checkServerAfter = 5000

/**
 * Loads all rows again when the server can be reached, even if the live connection fails, so that stored rows do not
 * stay on the screen.
 */
function checkServerLater(slug: string): void {
  const check = async () => {
    if (currentSlug() !== slug || !hasUsedStoredAnswers()) return
    const isVisible = document.visibilityState === 'visible'
    const isBack =
      isVisible && (await request('getInstance', {}, { stored: 'never' }).catch(() => null)) !== null
    if (!isBack) return checkServerLater(slug)
    forgetUseOfStoredAnswers()
    await reloadWorkspace(slug)
  }
  setTimeout(() => void check(), checkServerAfter)
}

/**
 * Milliseconds between receiving a change and storing it in this browser. Changes that arrive in this time are stored
 * together.
 */
const storeAfter = 10_000
let isStoringPlanned = false
onChangeApplied(() => {
  if (isStoringPlanned) return
  isStoringPlanned = true
  setTimeout(() => {
    isStoringPlanned = false
    storeReceivedChanges(currentSlug())
  }, storeAfter)
})
onHide(() => storeEverythingNow(currentSlug()))
browserDevice.onOnline((isOnline) => {
  if (!isOnline) storeEverythingNow(currentSlug())
})
store.sub(connectionAtom, () => {
  if (store.get(connectionAtom) !== 'live') storeEverythingNow(currentSlug())
})

/** Milliseconds between a failed reload of the workspace and the next attempt. */
const againAfter = 3000
let again: ReturnType<typeof setTimeout> | undefined

/** Loads the workspace again after a delay, if it is on the screen. */
function retryReload(slug: string): void {
  if (store.get(workspaceAtom).status !== 'ready') return
  clearTimeout(again)
  again = setTimeout(() => void reloadWorkspace(slug), againAfter)
}

async function reloadFeatures(): Promise<void> {
  removeInaccessibleRows()
  await Promise.all([...loaders].map((loader) => loader().catch(unlessHidden)))
}

async function reloadWorkspace(slug: string): Promise<void> {
  isReloadRequested = false
  clearTimeout(again)
  if (currentSlug() !== slug) return
  const startedAt = Date.now()
  try {
    await read(slug)
    if (currentSlug() !== slug) return
    // A workspace that could not be opened may be accessible now: the user may have regained access, or
    // two-factor authentication may no longer be required.
    const { status } = store.get(workspaceAtom)
    if (status === 'no_access' || status === 'needs_factor') {
      store.set(workspaceAtom, (now) => ({ ...now, status: 'ready' }))
    }
    await reloadFeatures()
    if (hasUsedStoredAnswers()) return checkServerLater(slug)
    // The access of the user may have changed, so all responses that this browser stored before the reload are
    // removed. Responses for other screens are stored again when the user opens these screens.
    removeStoredAnswersBefore(slug, startedAt)
  } catch (error) {
    fail(slug, error)
    retryReload(slug)
  }
}

/**
 * Ignores the error if a loaded entity is no longer visible, such as a deleted project, because the workspace
 * may still exist.
 */
function unlessHidden(error: unknown): void {
  if (!(error instanceof RequestError && isHidden(error))) throw error
}

function isHidden({ code }: RequestError): boolean {
  return code === 'not_found' || code === 'forbidden'
}

/** Loads all rows of a workspace from the server, or from stored responses if the server is unreachable. */
async function read(slug: string) {
  const loaded = await readWorkspace(slug, () => currentSlug() === slug, 'fallback')
  setOpened(slug)
  return loaded
}

function setOpened(slug: string): void {
  const open = [...tables.workspaces.values()].find((workspace) => workspace.slug === slug)
  if (currentSlug() === slug && open)
    store.set(workspaceAtom, (now) => ({ ...now, id: open.id, name: open.name }))
}

function fail(slug: string, error: unknown): void {
  if (!(error instanceof RequestError)) throw error
  if (currentSlug() !== slug) return
  const hidden = isHidden(error)
  const { status: was, name, lost: before } = store.get(workspaceAtom)
  // While the server is unreachable, the screen with the loaded data stays.
  if (was === 'ready' && !hidden) return
  const needsFactor = error.error_code === authErrors.SECOND_FACTOR_REQUIRED
  const status = needsFactor ? 'needs_factor' : hidden ? 'no_access' : 'error'
  const lost = was === 'ready' ? name : before
  store.set(workspaceAtom, { slug, id: null, status, ...(lost !== undefined && { lost }) })
  // Data that the user may no longer see is removed from memory.
  if (hidden) {
    forgetAll()
    removeStoredAnswers(slug)
  }
}
