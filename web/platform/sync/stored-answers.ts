import type { CallName } from '#common/calls.ts'

export interface StoredAnswer {
  /** The body of the response, which is JSON. */
  text: string
  /** The version of the workspace that the answer contains. */
  version: number
}

/** Stores answers to reads on this device, so that they can be shown while the server is unreachable. */
export interface AnswerStore {
  /** Returns true if the answers of this call may be stored. Calls with secrets are never stored. */
  isStorable(call: CallName): boolean
  /**
   * Stores an answer later, when the browser is idle. If the browser storage is full or unavailable, the answer
   * is not stored and no error is thrown.
   */
  put(url: string, answer: StoredAnswer): void
  /** Returns the stored answer of this URL, or null. */
  find(url: string): Promise<StoredAnswer | null>
  /** Removes the answers whose URL matches, because the user may no longer see them. */
  remove(matches: (url: string) => boolean): void
}
