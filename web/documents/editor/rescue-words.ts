import type { HocuspocusProvider } from '@hocuspocus/provider'
import { createDecoder, readVarString, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { type LossWatch, watchLosses } from '#common/documents/content/rescue/watch-losses.ts'

/** The numbers of the messages of Hocuspocus and, inside of the first, of the sync protocol of Yjs. */
const sync = 0
const syncStep1 = 0
const syncStep2 = 1

/**
 * Writes words again that would be lost with a block that somebody else replaced: see `watchLosses`. Must be called before the copy on
 * this device is loaded.
 */
export function rescueWords(provider: HocuspocusProvider): LossWatch {
  const watch = watchLosses(provider.document, (origin) => origin === provider)
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
    // Hocuspocus answers as soon as this event is over; what is written again comes behind that.
    queueMicrotask(() => watch.serverClocks(clocks))
  }

  return watch
}
