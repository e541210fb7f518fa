import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { isActivityRecord } from '#common/work/activities/rules.ts'
import type { Activity } from '#common/work/activities/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { request, store, tables } from '../../../platform/app/sync.ts'
import { currentSlug, onWorkspaceReload, onWorkspaceSwitch } from '../../../platform/shell/workspace.ts'
import { RequestError } from '../../../platform/sync/http.ts'

type Item = Pick<WorkItemRow, 'id' | 'project_id'>

/** The activity records of an item, oldest first. The value is undefined until they are loaded. */
export const itemHistoryAtom = atomFamily((_id: string) => atom<readonly Activity[] | undefined>(undefined))

const loadedItems = new Set<string>()

/**
 * Milliseconds. Each request loads the records of the last 60 seconds before the last loaded record again. A record
 * has the time at which its change began, but is only visible after the change is committed, so a new record can be
 * older than the last loaded one.
 */
const overlap = 60_000

/** Loads the records after the last loaded record. Returns whether there were new records. */
export async function loadItemHistory({ id, project_id }: Item): Promise<boolean> {
  const before = store.get(itemHistoryAtom(id))
  const last = before?.at(-1)?.created_at
  const since = last && new Date(Date.parse(last) - overlap).toISOString()
  const read = await request('listHistory', {
    params: { slug: currentSlug(), project_id, id },
    query: { activity_type: 'issue-property', ...(since !== undefined && { created_at__gt: since }) },
  }).catch((error: unknown) => {
    // The item can be shown without its history, so a failed request is ignored.
    if (!(error instanceof RequestError)) throw error
    return null
  })
  if (read === null) return false
  const answer = read.filter(isActivityRecord)
  loadedItems.add(id)
  const records = new Map([...(before ?? []), ...answer].map((record) => [record.id, record]))
  const isNew = answer.some((record) => !before?.some((one) => one.id === record.id && isSame(one, record)))
  if (before === undefined || isNew) store.set(itemHistoryAtom(id), [...records.values()].sort(byMoment))
  return isNew
}

function isSame(a: Activity, b: Activity): boolean {
  return a.created_at === b.created_at
}

function byMoment(a: Activity, b: Activity): number {
  return a.epoch - b.epoch || (a.id < b.id ? -1 : 1)
}

/**
 * Delays in milliseconds between a change and each attempt to load its record. The server writes the record
 * shortly after the change, in a separate step.
 */
const pollDelays = [120, 500, 2000, 8000]

/** Loads the history of an item and keeps it up to date. Returns a function that ends the updates. */
export function subscribeToItemHistory({ id, project_id }: Item): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const poll = (at: number) => {
    clearTimeout(timer)
    const wait = pollDelays[at]
    if (wait === undefined || isOver) return
    timer = setTimeout(async () => {
      if (!(await loadItemHistory({ id, project_id }))) poll(at + 1)
    }, wait)
  }
  void loadItemHistory({ id, project_id })
  const stops = [
    onWorkspaceReload(async () => void (await loadItemHistory({ id, project_id }))),
    tables.work_items.listen((before, after) => {
      if ((after ?? before)?.id === id) poll(0)
    }),
    tables.work_item_links.listen((before, after) => {
      if ((after ?? before)?.issue_id === id) poll(0)
    }),
    tables.work_item_attachments.listen((before, after) => {
      if ((after ?? before)?.issue_id === id) poll(0)
    }),
    tables.work_item_relations.listen((before, after) => {
      const relation = after ?? before
      if (relation?.issue_id === id || relation?.related_issue_id === id) poll(0)
    }),
  ]
  return () => {
    isOver = true
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

onWorkspaceSwitch(() => {
  for (const id of loadedItems) itemHistoryAtom.remove(id)
  loadedItems.clear()
})
