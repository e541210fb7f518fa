import { HocuspocusProvider } from '@hocuspocus/provider'

/**
 * Counts unacknowledged changes, even after the server has closed the document while the shared socket stays
 * open. In this state, changes are counted but not sent, because the initial synchronization after reopening
 * contains them. If they were sent, their acknowledgements would be mistaken for the acknowledgement of this
 * synchronization.
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
