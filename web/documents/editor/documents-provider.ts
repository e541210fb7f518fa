import { HocuspocusProvider } from '@hocuspocus/provider'

/**
 * Counts what the server has not acknowledged, also while it has closed this one document and kept the socket: what is typed until the document
 * is open again is not sent. The first exchange brings it, and each connection begins to count with that. Sent before, it would be acknowledged
 * one by one, and the first of these acknowledgements would be taken for that of the exchange.
 */
export class DocumentsProvider extends HocuspocusProvider {
  #isOpen = false

  override startSync(): void {
    this.#isOpen = true
    super.startSync()
  }

  override onClose(): void {
    this.#isOpen = false
    super.onClose()
  }

  override documentUpdateHandler(update: Uint8Array, origin: unknown): void {
    if (this.#isOpen) super.documentUpdateHandler(update, origin)
    else if (origin !== this) this.incrementUnsyncedChanges()
  }
}
