import type { HocuspocusProvider } from '@hocuspocus/provider'
import { createDecoder, readVarString, readVarUint, readVarUint8Array } from 'lib0/decoding'
import type { IndexeddbPersistence } from 'y-indexeddb'
import {
  type LostContentWatcher,
  watchLostContent,
} from '#common/documents/content/rescue/watch-lost-content.ts'

/** The numbers of Hocuspocus' sync message and of the steps of the Yjs sync protocol inside it. */
const sync = 0
const syncStep1 = 0
const syncStep2 = 1

/**
 * Restores text that would be lost with a block that somebody else replaced; see `watchLostContent`. Must be
 * called before the local copy is loaded.
 */
export function restoreLostText(
  provider: HocuspocusProvider,
  localCopy: IndexeddbPersistence,
): LostContentWatcher {
  const watch = watchLostContent(provider.document, {
    isRemote: (origin) => origin === provider,
    isLocalCopy: (origin) => origin === localCopy,
  })
  provider.on('open', () => watch.restarted())
  provider.on('unsyncedChanges', ({ number }: { number: number }) => watch.unconfirmed(number))
  provider.on('message', ({ event }: { event: { data: ArrayBuffer } }) => read(event.data))

  function read(data: ArrayBuffer): void {
    const decoder = createDecoder(new Uint8Array(data))
    readVarString(decoder)
    if (readVarUint(decoder) !== sync) return
    const step = readVarUint(decoder)
    if (step === syncStep2) watch.serverUpdate(readVarUint8Array(decoder))
    if (step !== syncStep1) return
    const clocks = readVarUint8Array(decoder)
    // Hocuspocus sends its reply after this event has been handled. The restored text must be sent after that
    // reply, so a microtask delays the call.
    queueMicrotask(() => watch.serverClocks(clocks))
  }

  return watch
}
