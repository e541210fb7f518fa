import { expectedUserHeader } from '#common/identity/sign-in/expected-user.ts'
import { getMyId } from '../person/me.ts'
import { RequestError } from '../sync/http.ts'

export interface SendOptions {
  signal: AbortSignal
  /** Called during the upload with the share of the file that has been sent, from 0 to 1. */
  onProgress: (part: number) => void
}

/**
 * Sends a file as the body of a call and returns the created row. Uses XMLHttpRequest, because `fetch` does not
 * report upload progress. Throws `RequestError`, or the signal's reason when aborted.
 */
export function sendBody<Row>(url: string, file: File, { signal, onProgress }: SendOptions): Promise<Row> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const abort = () => xhr.abort()
    signal.addEventListener('abort', abort)
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    xhr.onload = () => {
      if (xhr.status === 201 && xhr.response !== null) resolve(xhr.response as Row)
      else reject(refusalOf(xhr))
    }
    xhr.onerror = () => reject(new RequestError('offline', 'offline'))
    xhr.onabort = () => reject(signal.reason)
    xhr.onloadend = () => signal.removeEventListener('abort', abort)
    xhr.open('POST', url)
    xhr.responseType = 'json'
    xhr.setRequestHeader(expectedUserHeader, getMyId())
    xhr.setRequestHeader('Content-Type', 'application/octet-stream')
    xhr.send(file)
  })
}

function refusalOf({ status }: XMLHttpRequest): RequestError {
  const codes = { 403: 'forbidden', 404: 'not_found', 413: 'too_large', 429: 'rate_limited' } as const
  const code = codes[status as keyof typeof codes] ?? (status >= 500 ? 'unavailable' : 'invalid')
  return new RequestError(code, String(status))
}
