import { atom } from 'jotai'
import { authErrors } from '#common/identity/sign-in/errors.ts'
import {
  catchUpFrom,
  follow,
  forgetWorkspace,
  readWorkspace,
  showWorkspace,
  store,
  tables,
} from '../app/sync.ts'
import { forgetHidden } from '../person/forget-hidden.ts'
import { RequestError } from '../sync/http.ts'

/** `needs_factor`: closed to whoever has no second factor, until they have one. */
export type WorkspaceStatus = 'loading' | 'ready' | 'error' | 'no_access' | 'needs_factor'

export interface OpenWorkspace {
  slug: string
  id: string | null
  status: WorkspaceStatus
  /** What it was called when it was read: its row goes first when it is deleted. */
  name?: string
  /** With `no_access`: the name of the one that was on the screen until now. */
  lost?: string
}

export const workspaceAtom = atom<OpenWorkspace>({ slug: '', id: null, status: 'loading' })

/** The slug of the workspace on the screen. */
export function currentSlug(): string {
  return store.get(workspaceAtom).slug
}

/** The letters in front of a work item's number. */
export function currentProjectKey(projectId: string): string {
  return tables.projects.get(projectId)?.identifier ?? ''
}

type Loader = () => Promise<unknown>
const loaders = new Set<Loader>()

/** For features that keep more of a workspace loaded, such as pages: called whenever everything is loaded anew. */
export function onReload(loader: Loader): () => void {
  loaders.add(loader)
  return () => void loaders.delete(loader)
}

const forgetters = new Set<() => void>()

/** For features that keep something of a workspace besides rows: called when another one is opened. */
export function onForget(forget: () => void): () => void {
  forgetters.add(forget)
  return () => void forgetters.delete(forget)
}

let opening: { slug: string; done: Promise<void> } | null = null

/** Milliseconds to wait for the live connection before a workspace is shown without it; it catches up when it comes. */
const livePatience = 3000

/** Opens a workspace: what it holds, and from then on every change to it. Asked again meanwhile, it is the same opening. */
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
  const live = follow(slug, () => void reloadWorkspace(slug))
  const patience = new Promise<void>((resolve) => setTimeout(resolve, livePatience))
  try {
    const [read_at] = await Promise.all([read(slug), Promise.race([live, patience])])
    if (currentSlug() !== slug) return
    // Read and subscribed side by side, to save a round trip: what lies between the two is asked for.
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

/** Milliseconds after which is asked again for what is known to be old. */
const againAfter = 3000
let again: ReturnType<typeof setTimeout> | undefined

async function reloadWorkspace(slug: string): Promise<void> {
  clearTimeout(again)
  if (currentSlug() !== slug) return
  try {
    await read(slug)
    if (currentSlug() !== slug) return
    // Whoever was taken out and is back finds it as it is now, and who lacked a factor that is no longer asked for.
    const { status } = store.get(workspaceAtom)
    if (status === 'no_access' || status === 'needs_factor') {
      store.set(workspaceAtom, (now) => ({ ...now, status: 'ready' }))
    }
    forgetHidden()
    await Promise.all([...loaders].map((loader) => loader().catch(unlessHidden)))
  } catch (error) {
    fail(slug, error)
    if (store.get(workspaceAtom).status !== 'ready') return
    clearTimeout(again)
    again = setTimeout(() => void reloadWorkspace(slug), againAfter)
  }
}

/** What a screen shows may be gone, as with a project that was deleted: the workspace is there all the same. */
function unlessHidden(error: unknown): void {
  if (!(error instanceof RequestError && isHidden(error))) throw error
}

function isHidden({ code }: RequestError): boolean {
  return code === 'not_found' || code === 'forbidden'
}

/** Answers the oldest version that any of the rows may be of. */
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
  // What is on the screen stays there while the server cannot be reached.
  if (was === 'ready' && !hidden) return
  const needsFactor = error.error_code === authErrors.SECOND_FACTOR_REQUIRED
  const status = needsFactor ? 'needs_factor' : hidden ? 'no_access' : 'error'
  const lost = was === 'ready' ? name : before
  store.set(workspaceAtom, { slug, id: null, status, ...(lost !== undefined && { lost }) })
  // What one may not see any more stays in no memory.
  if (hidden) forgetAll()
}
