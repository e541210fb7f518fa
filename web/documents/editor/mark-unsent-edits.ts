import type { HocuspocusProvider } from '@hocuspocus/provider'
import type { IndexeddbPersistence } from 'y-indexeddb'
import { newId } from '#common/platform/ids.ts'
import { documentMarks, reportUnsentDocument, unsentMark } from '../../platform/sync/local-copies.ts'

/**
 * Marks the copy of a document on this device while it contains edits that the server has not confirmed. Such a copy is
 * not deleted without the consent of the user, also if the browser was closed before the edits were sent. The header
 * counts marked copies, and `unsent/` sends their edits. Returns a function that returns whether the copy is marked.
 */
export function markUnsentEdits(
  provider: HocuspocusProvider,
  copy: IndexeddbPersistence,
  userId: string,
): () => boolean {
  const { name } = provider.configuration
  const report = (isUnsent: boolean) => reportUnsentDocument(userId, { name, isUnsent })
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
    copy.set(unsentMark, own).then(
      () => report(true),
      () => undefined,
    )
  })
  provider.on('unsyncedChanges', ({ number }: { number: number }) => {
    if (number > 0 || !copy.synced) return
    isMarked = false
    removeMark(copy, (mark) => mark === own || mark === earlier).then(
      (isRemoved) => {
        if (!isRemoved) return
        earlier = undefined
        report(false)
      },
      () => undefined,
    )
  })
  return () => isMarked || earlier !== undefined
}

/**
 * Removes the mark in one transaction, so that the mark of an edit that another tab makes meanwhile stays. Returns
 * whether the copy has no mark afterwards. Rejects if another tab deletes the database.
 */
async function removeMark(
  { db }: IndexeddbPersistence,
  isMeant: (mark: unknown) => boolean,
): Promise<boolean> {
  if (db === null) return false
  const transaction = db.transaction(documentMarks, 'readwrite')
  const marks = transaction.objectStore(documentMarks)
  const reading = marks.get(unsentMark)
  let isRemoved = false
  reading.onsuccess = () => {
    isRemoved = reading.result === undefined || isMeant(reading.result)
    if (isRemoved) marks.delete(unsentMark)
  }
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  return isRemoved
}
