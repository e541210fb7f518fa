import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { groupIntoThreads } from '../../documents/comments/group-into-threads.ts'
import { tables } from '../../platform/app/sync.ts'

const byItemAtom = atom((get) => Map.groupBy(get(tables.work_item_comments.allAtom), (row) => row.issue_id))

/** The loaded threads of an item, oldest first. */
export const commentThreadsAtom = atomFamily((itemId: string) =>
  atom((get) => groupIntoThreads(get(byItemAtom).get(itemId) ?? [])),
)
