import type { CallName } from '#common/calls.ts'

export interface StoredAnswer {
  /** The body of the response, which is JSON. */
  text: string
  /** The version of the workspace at which the server created the response. */
  version: number
}

/** Stores responses to read requests on this device, so that they can be shown while the server is unreachable. */
export interface AnswerStore {
  /** Returns true if responses of this call may be stored. Responses that contain secrets are never stored. */
  isStorable(call: CallName): boolean
  /**
   * Returns true if a screen may show the stored response of this call before the server answers. Such a screen must
   * load the call again after `onWorkspaceReload`.
   */
  isInstant(call: CallName): boolean
  /**
   * Stores a response later, when the browser is idle. If the browser storage is full or unavailable, the response is
   * not stored and no error is thrown.
   */
  put(url: string, answer: StoredAnswer): void
  /** Returns the stored response to the request with this URL, or null. */
  find(url: string): Promise<StoredAnswer | null>
  /** Removes the responses whose URL matches, because the user may have lost access to their content. */
  remove(matches: (url: string) => boolean): void
}

/**
 * Returns the key under which the response to a request is stored. The key does not contain the current day or the start
 * of the digest, so that the response of yesterday can be shown until the server answers.
 */
export function storedAnswerKey(url: string): string {
  const moment = url.includes('/digest/') ? /([?&])since=[^&]*(&|$)/ : /([?&])today=[^&]*(&|$)/
  return url.replace(moment, '$1').replace(/[?&]$/, '')
}
