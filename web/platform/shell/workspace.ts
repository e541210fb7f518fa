import { atom } from 'jotai'
import { authErrors } from '#common/identity/sign-in/errors.ts'
import { browserDevice, onHide } from '../app/browser-device.ts'
import {
  catchUpFrom,
  connectionAtom,
  follow,
  forgetUseOfStoredAnswers,
  forgetWorkspace,
  hasUsedStoredAnswers,
  onChangeApplied,
  readWorkspace,
  removeStoredAnswers,
  removeStoredAnswersBefore,
  removeUncheckedAnswers,
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
  const done = load(slug).finally(() => {
    if (opening?.done === done) opening = null
  })
  opening = { slug, done }
  return done
}

async function load(slug: string): Promise<void> {
  const startedAt = Date.now()
  const live = follow(slug, () => void reloadWorkspace(slug))
  const patience = new Promise<void>((resolve) =>
    setTimeout(resolve, browserDevice.isOnline() ? livePatience : 0),
  )
  try {
    const [read_at] = await Promise.all([read(slug), Promise.race([live, patience])])
    if (currentSlug() !== slug) return
    if (hasUsedStoredAnswers()) await restoreReceivedChanges(slug, read_at)
    else removeUncheckedAnswers(slug, startedAt)
    // To save a round trip, the data is loaded while the subscription is requested. Changes that were made after the
    // loading and before the subscription are therefore requested afterwards.
    await Promise.race([catchUpFrom(read_at), patience])
    store.set(workspaceAtom, (now) => ({ ...now, status: 'ready' }))
  } catch (error) {
    fail(slug, error)
  }
}

function forgetAll(): void {
  for (const forget of forgetters) forget()
  forgetWorkspace()
}

// While the server is unreachable, rows can come from responses that this browser stored earlier and that lack recent
// changes. In that case, all rows are loaded again when the connection returns.
store.sub(connectionAtom, () => {
  if (store.get(connectionAtom) !== 'live' || !hasUsedStoredAnswers()) return
  forgetUseOfStoredAnswers()
  void reloadWorkspace(currentSlug())
})

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

async function reloadWorkspace(slug: string): Promise<void> {
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
    removeInaccessibleRows()
    await Promise.all([...loaders].map((loader) => loader().catch(unlessHidden)))
    // The access of the user may have changed, so all responses that this browser stored before the reload are
    // removed. Responses for other screens are stored again when the user opens these screens.
    if (!hasUsedStoredAnswers()) removeStoredAnswersBefore(slug, startedAt)
  } catch (error) {
    fail(slug, error)
    if (store.get(workspaceAtom).status !== 'ready') return
    clearTimeout(again)
    again = setTimeout(() => void reloadWorkspace(slug), againAfter)
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

/** Loads all rows of a workspace. Returns the oldest of the workspace versions at which the rows were read. */
async function read(slug: string): Promise<number> {
  const isWanted = () => currentSlug() === slug
  const oldest = await readWorkspace(slug, isWanted)
  const open = [...tables.workspaces.values()].find((workspace) => workspace.slug === slug)
  if (isWanted() && open) store.set(workspaceAtom, (now) => ({ ...now, id: open.id, name: open.name }))
  return oldest
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
