import type { HocuspocusProvider } from '@hocuspocus/provider'
import type { IndexeddbPersistence } from 'y-indexeddb'
import { newId } from '#common/platform/ids.ts'
import { documentMarks, unsentMark } from '../../platform/sync/local-copies.ts'

/**
 * Marks the copy of a document on this device while it contains edits that the server has not confirmed. Such a copy is
 * not deleted without the consent of the user, also if the browser was closed before the edits were sent.
 */
export function markUnsentEdits(provider: HocuspocusProvider, copy: IndexeddbPersistence): void {
  const own = newId()
  /** The mark of an earlier session, whose edits this session has loaded with the copy. */
  let earlier: unknown
  let isMarked = false
  copy.on('synced', () => {
    copy.get(unsentMark).then(
      (mark) => {
        earlier ??= mark
      },
      () => undefined,
    )
  })
  provider.document.on('update', (_update: Uint8Array, origin: unknown) => {
    if (isMarked || origin === provider || origin === copy) return
    isMarked = true
    copy.set(unsentMark, own).catch(() => undefined)
  })
  provider.on('unsyncedChanges', ({ number }: { number: number }) => {
    if (number > 0 || !copy.synced) return
    isMarked = false
    removeMark(copy, (mark) => mark === own || mark === earlier)
  })
}

/** Removes the mark in one transaction, so that the mark of an edit that another tab makes meanwhile stays. */
function removeMark({ db }: IndexeddbPersistence, isMeant: (mark: unknown) => boolean): void {
  if (db === null) return
  try {
    const marks = db.transaction(documentMarks, 'readwrite').objectStore(documentMarks)
    const reading = marks.get(unsentMark)
    reading.onsuccess = () => {
      if (reading.result !== undefined && isMeant(reading.result)) marks.delete(unsentMark)
    }
  } catch {
    // Another tab deletes the database.
  }
}
