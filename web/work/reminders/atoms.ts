import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { tables } from '../../platform/app/sync.ts'

/** The user's reminders of an item, the next one first. */
export const remindersOfItemAtom = atomFamily((issueId: string) =>
  atom((get) =>
    get(tables.reminders.allAtom)
      .filter((row) => row.issue_id === issueId)
      .toSorted((a, b) => a.remind_at.localeCompare(b.remind_at)),
  ),
)
