import { atom } from 'jotai'
import {
  namesOfUnsentDocuments,
  type UnsentDocumentMessage,
  unsentDocumentsChannel,
} from '../sync/local-copies.ts'
import { beforeWipe, store } from './sync.ts'

/** Names of the documents of the user whose copies in this browser contain edits that the server has not confirmed. */
export const unsentTextsAtom = atom<readonly string[]>([])

let watchedUserId: string | null = null

/**
 * Finds the documents of the user with unsent edits, also after a reload and in other tabs. Reads all copies once, and
 * then receives a message of each tab that adds or removes a mark.
 */
export function watchUnsentTexts(userId: string): void {
  if (watchedUserId === userId || typeof BroadcastChannel === 'undefined') return
  watchedUserId = userId
  store.set(unsentTextsAtom, [])
  const channel = new BroadcastChannel(unsentDocumentsChannel(userId))
  let isEnded = false
  /** Documents about which a message has arrived. The messages are newer than the first reading. */
  const reported = new Set<string>()
  channel.onmessage = ({ data: { name, isUnsent } }: MessageEvent<UnsentDocumentMessage>) => {
    reported.add(name)
    setUnsent(name, isUnsent)
  }
  // Runs after the first screen has been rendered, so that it does not delay the screen.
  setTimeout(() => {
    namesOfUnsentDocuments(userId).then(
      (names) => {
        if (!isEnded) for (const name of names) if (!reported.has(name)) setUnsent(name, true)
      },
      // The browser does not allow IndexedDB, so no copies exist.
      () => undefined,
    )
  }, readAfter)
  beforeWipe(() => {
    isEnded = true
    channel.close()
  })
}

/** Milliseconds between the start of the client and the first reading of the copies. */
const readAfter = 1000

function setUnsent(name: string, isUnsent: boolean): void {
  const names = store.get(unsentTextsAtom)
  if (names.includes(name) === isUnsent) return
  store.set(unsentTextsAtom, isUnsent ? [...names, name] : names.filter((one) => one !== name))
}
