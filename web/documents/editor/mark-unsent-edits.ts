import type { HocuspocusProvider } from '@hocuspocus/provider'
import type { IndexeddbPersistence } from 'y-indexeddb'
import * as Y from 'yjs'
import { newId } from '#common/platform/ids.ts'
import {
  documentMarks,
  documentUpdates,
  reportUnsentDocument,
  unsentMark,
  unsentMarks,
} from '../../platform/sync/local-copies.ts'

/**
 * Marks the copy of a document on this device while it contains edits that the server has not confirmed. Such a copy is
 * not deleted without the consent of the user, also if the browser was closed before the edits were sent. The header
 * counts marked copies, and `unsent/` sends their edits. Each session has its own mark, because several tabs can edit
 * the same copy and do not know the edits of each other while offline.
 */
export function markUnsentEdits(
  provider: HocuspocusProvider,
  copy: IndexeddbPersistence,
  userId: string,
): void {
  const { name } = provider.configuration
  const report = (isUnsent: boolean) => reportUnsentDocument(userId, { name, isUnsent })
  const own = unsentMark(newId())
  provider.document.on('update', (_update: Uint8Array, origin: unknown) => {
    if (origin === provider || origin === copy) return
    // Each edit sets the mark again, because another tab that has all earlier edits may have removed it.
    copy.set(own, 1).then(
      () => report(true),
      () => undefined,
    )
  })
  provider.on('unsyncedChanges', ({ number }: { number: number }) => {
    if (number > 0 || !copy.synced) return
    removeMarks(copy, own, () => !provider.hasUnsyncedChanges).then(
      (areRemoved) => areRemoved && report(false),
      () => undefined,
    )
  })
}

/**
 * Removes the mark `own`, and the marks of other sessions if the server has confirmed all stored edits. This is the case
 * if the document contains all stored updates and has no unconfirmed changes. One transaction reads the updates and
 * removes the marks, so the mark of an edit that another tab makes meanwhile stays. Returns whether the copy has no mark
 * afterwards. Rejects if another tab deletes the database.
 */
async function removeMarks(
  { db, doc }: IndexeddbPersistence,
  own: string,
  isConfirmed: () => boolean,
): Promise<boolean> {
  if (db === null) return false
  const transaction = db.transaction([documentUpdates, documentMarks], 'readwrite')
  const updates = transaction.objectStore(documentUpdates)
  const marks = transaction.objectStore(documentMarks)
  let areRemoved = false
  marks.delete(own)
  const counting = marks.count(unsentMarks())
  counting.onsuccess = () => {
    areRemoved = counting.result === 0
    if (areRemoved) return
    const reading: IDBRequest<Uint8Array[]> = updates.getAll()
    reading.onsuccess = () => {
      areRemoved = isConfirmed() && containsAll(doc, reading.result)
      if (areRemoved) marks.delete(unsentMarks())
    }
  }
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  return areRemoved
}

function containsAll(doc: Y.Doc, updates: Uint8Array[]): boolean {
  return updates.length === 0 || Y.snapshotContainsUpdate(Y.snapshot(doc), Y.mergeUpdates(updates))
}
