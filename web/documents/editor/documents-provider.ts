import { HocuspocusProvider } from '@hocuspocus/provider'

/**
 * Counts unacknowledged changes, even while the server has closed this document but not the shared socket.
 * Changes in this state are only counted and not sent, because the initial synchronization after reopening
 * contains them. If they were sent individually, their acknowledgements would be mistaken for the
 * acknowledgement of the synchronization.
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
