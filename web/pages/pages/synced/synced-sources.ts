import { useCallback, useSyncExternalStore } from 'react'
import type { SyncedReference } from '#common/documents/content/synced-blocks.ts'
import type { SyncedBlock } from '#common/pages/pages/schema.ts'
import type { Change } from '#common/platform/changes.ts'
import { type FailureMessage, failureMessageOf } from '../../../platform/app/failures.ts'
import { onChangeApplied, request, tables } from '../../../platform/app/sync.ts'
import { getMyId } from '../../../platform/person/me.ts'
import { createReloadSchedule } from '../../../platform/shell/reload-schedule.ts'
import { currentSlug, onWorkspaceReload } from '../../../platform/shell/workspace.ts'
import { RequestError } from '../../../platform/sync/http.ts'

interface SyncedSourceState {
  status: 'loading' | 'ready' | 'error' | 'no_access'
  /** The block, once it is loaded. It stays if a later request fails for another reason than missing access. */
  found: SyncedBlock | null
  failure: FailureMessage | null
}

interface Source {
  state: SyncedSourceState
  load: () => Promise<void>
  subscribe: (listener: () => void) => () => void
}

/** Loads a synced block once for all references to it, and again when the access to its page may have changed. */
export function useSyncedSource({ page, block }: SyncedReference) {
  const slug = currentSlug()
  const subscribe = useCallback(
    (listener: () => void) => sourceOf(slug, page, block).subscribe(listener),
    [slug, page, block],
  )
  const state = useSyncExternalStore(
    subscribe,
    () => pages.get(`${slug} ${page}`)?.sources.get(block)?.state ?? loading,
  )
  return { ...state, retry: () => void sourceOf(slug, page, block).load() }
}

interface SourcePage {
  sources: Map<string, Source>
  stop: () => void
}

/** The pages with originals to which visible texts refer, by workspace and id. */
const pages = new Map<string, SourcePage>()
/** Milliseconds for which an unused block stays loaded, for example while an editor replaces a stored text. */
const lingerMs = 1_000

const loading: SyncedSourceState = { status: 'loading', found: null, failure: null }

function sourceOf(slug: string, page: string, block: string): Source {
  const key = `${slug} ${page}`
  const entry = pages.get(key) ?? openPage(page)
  pages.set(key, entry)
  const source = entry.sources.get(block) ?? createSource({ slug, page, block }, remove)
  entry.sources.set(block, source)
  return source

  function remove(): void {
    entry.sources.delete(block)
    if (entry.sources.size > 0) return
    entry.stop()
    pages.delete(key)
  }
}

/** Follows the changes that matter for a page. All blocks of the page are loaded again together. */
function openPage(page: string): SourcePage {
  const sources = new Map<string, Source>()
  const schedule = createReloadSchedule({
    reload: () => reloadPage([...sources.values()]),
    pauseAfter: (duration) => Math.max(1_000, 10 * duration),
    isHidden: () => document.visibilityState === 'hidden',
  })
  document.addEventListener('visibilitychange', schedule.resume)
  const stops = [
    schedule.stop,
    () => document.removeEventListener('visibilitychange', schedule.resume),
    onWorkspaceReload(() => reloadPage([...sources.values()])),
    onChangeApplied((change) => {
      const project = [...sources.values()].find(({ state }) => state.found)?.state.found?.page.project_id
      if (mayChangeAccess(change, page, project)) schedule.request()
    }),
  ]
  return {
    sources,
    stop() {
      for (const stop of stops) stop()
    },
  }
}

/** Loads one block of a page. The others are only loaded if the access to the page has changed, or if they failed. */
async function reloadPage([first, ...others]: Source[]): Promise<void> {
  if (first === undefined) return
  const before = accessOf(first)
  await first.load()
  const isSame = accessOf(first) === before
  for (const source of others) if (!isSame || source.state.status === 'error') await source.load()
}

function accessOf({ state: { status, found } }: Source): string {
  return JSON.stringify([status, found?.page, found?.state === 'trashed'])
}

function createSource({ slug, page, block }: SyncedReference & { slug: string }, remove: () => void): Source {
  const listeners = new Set<() => void>()
  let hasStarted = false
  const source: Source = {
    state: loading,
    async load() {
      hasStarted = true
      try {
        const params = { slug, page_id: page, block_id: block }
        set({
          status: 'ready',
          found: await request('getSyncedBlock', { params, query: {} }),
          failure: null,
        })
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        set(afterFailure(source.state, error))
      }
    },
    subscribe(listener) {
      const own = () => listener()
      listeners.add(own)
      if (!hasStarted) void source.load()
      return () => {
        setTimeout(() => {
          listeners.delete(own)
          if (listeners.size === 0) remove()
        }, lingerMs)
      }
    },
  }
  return source

  function set(next: SyncedSourceState): void {
    source.state = next
    for (const listener of listeners) listener()
  }
}

/** A block that is shown stays if the server cannot be reached, because the user may be typing in it. */
function afterFailure({ found }: SyncedSourceState, error: RequestError): SyncedSourceState {
  const failure = failureMessageOf(error)
  if (error.code === 'not_found' || error.code === 'forbidden')
    return { status: 'no_access', found: null, failure }
  return { status: found === null ? 'error' : 'ready', found, failure }
}

/**
 * Returns true if a change may alter whether the user can see the page, or where it is. Changes of the project of the
 * page and of the user's own memberships count too. The project is undefined while the page is unknown to the user.
 */
export function mayChangeAccess(
  { entity, id, op, fields }: Change,
  page: string,
  project: string | null | undefined,
): boolean {
  if (entity === 'projects') return project === undefined || id === project
  if (entity === 'workspace_members') return isOwn(fields, tables.workspace_members.get(id))
  if (entity === 'project_members') {
    const row = tables.project_members.get(id)
    const changed = fields['project_id'] ?? row?.project_id
    return isOwn(fields, row) && (project === undefined || changed === undefined || changed === project)
  }
  if (entity !== 'pages' || id !== page) return false
  return op !== 'update' || ['access', 'shares', 'project_ids', 'name'].some((field) => field in fields)
}

/** A deleted membership of an unknown person may be the user's own. */
function isOwn(fields: Record<string, unknown>, row: { member_id: string } | undefined): boolean {
  const person = fields['member_id'] ?? row?.member_id
  return person === undefined || person === getMyId()
}
