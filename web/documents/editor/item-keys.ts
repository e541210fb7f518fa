import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { applyLoadedRows } from '../../platform/app/read-rows.ts'
import { requestWithVersion, tables } from '../../platform/app/sync.ts'
import { currentSlug, onWorkspaceReload } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'

/** A key such as `ATL-12` in a text, whether or not such an item exists. */
export interface ItemKeyInText {
  key: string
  from: number
  to: number
}

const pattern = /(?<![\p{L}\p{N}_/.-])[\p{Lu}\p{N}]{1,12}-[1-9]\d{0,8}(?![\p{L}\p{N}_]|-\w|\.\w)/gu

export function findItemKeys(text: string): ItemKeyInText[] {
  return [...text.matchAll(pattern)].map(({ 0: key, index }) => ({
    key,
    from: index,
    to: index + key.length,
  }))
}

/**
 * The items that a text mentions by key. Items that are not loaded are requested from the server. The server does not
 * return items that the user cannot access.
 */
interface NamedItems {
  /**
   * Returns the item with this key. Returns undefined while the item is being loaded, and also if it does not
   * exist or the user has no access.
   */
  get: (key: string) => WorkItemRow | undefined
  subscribe: (listener: () => void) => () => void
}

let shared: NamedItems | undefined

export function getMentionedItems(): NamedItems {
  shared ??= createNamedItems()
  return shared
}

function createNamedItems(): NamedItems {
  const listeners = new Set<() => void>()
  /** The ids of the requested items by key. */
  const ids = new Map<string, string>()
  const requested = new Set<string>()
  let slug = ''
  let isNotified = true
  const notify = () => {
    if (!isNotified) return
    isNotified = false
    queueMicrotask(() => {
      isNotified = true
      for (const listener of listeners) listener()
    })
  }
  tables.work_items.listen((before, after) => {
    if (listeners.size === 0) return
    const row = after ?? before
    if (!row) return
    const key = keyOf(row)
    if (after && requested.has(key)) ids.set(key, after.id)
    // If an item was moved to another project, the text may still contain its former key. Therefore a changed item
    // is also recognized by its id in `ids`.
    if (requested.has(key) || [...ids.values()].includes(row.id)) notify()
  })
  const invalidate = () => {
    for (const cache of [ids, requested]) cache.clear()
    notify()
  }
  tables.projects.listen(invalidate)
  return {
    get(key) {
      if (slug !== currentSlug()) {
        slug = currentSlug()
        for (const cache of [ids, requested]) cache.clear()
      }
      const known = tables.work_items.get(ids.get(key) ?? '')
      if (known) return known
      if (requested.has(key) || !isOfProject(key)) return
      requested.add(key)
      const loaded = [...tables.work_items.values()].find((row) => keyOf(row) === key)
      if (loaded) ids.set(key, loaded.id)
      else
        void read(key)
          .then((id) => id && ids.set(key, id))
          .then(notify)
      return loaded
    },
    subscribe(listener) {
      listeners.add(listener)
      const forget = onWorkspaceReload(async () => invalidate())
      return () => {
        listeners.delete(listener)
        forget()
      }
    },
  }
}

function keyOf({ project_id, sequence_id }: WorkItemRow): string {
  return `${tables.projects.get(project_id)?.identifier ?? ''}-${sequence_id}`
}

/**
 * Returns true if a key begins with the identifier of a known project. Only these keys are requested, so that
 * no other words of a text are sent to the server.
 */
function isOfProject(key: string): boolean {
  const identifier = key.slice(0, key.lastIndexOf('-'))
  return [...tables.projects.values()].some((project) => project.identifier === identifier)
}

async function read(key: string): Promise<string | null> {
  try {
    const { answer, version } = await requestWithVersion('getWorkItemByKey', {
      params: { slug: currentSlug(), key },
    })
    const { description_html: _, is_subscribed: __, ...item } = answer
    applyLoadedRows([item], version)
    return item.id
  } catch (error) {
    if (error instanceof RequestError) return null
    throw error
  }
}
