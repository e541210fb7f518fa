import { HocuspocusProvider } from '@hocuspocus/provider'

/**
 * Counts unacknowledged changes, also while the server has closed this document but not the shared socket.
 * Such changes are not sent individually, because the initial synchronization after reopening contains them.
 * The acknowledgement of an individual change would be mistaken for that of the synchronization.
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
