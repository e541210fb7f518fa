import type { UploadTarget } from '#common/documents/files/schema.ts'
import { RequestError } from '../sync/http.ts'

interface Sending {
  signal: AbortSignal
  /** Called during the upload with the share of the file that has been sent, from 0 to 1. */
  onProgress: (part: number) => void
}

/**
 * Uploads a file. POST sends a form with the given fields and then the file. PUT sends only the file. Uses
 * XMLHttpRequest, because `fetch` reports no upload progress. Throws `RequestError`, or the abort reason of the
 * signal.
 */
export function sendFile(
  { upload_data: { method, url, fields } }: UploadTarget,
  file: File,
  { signal, onProgress }: Sending,
): Promise<void> {
  const body = method === 'PUT' ? file : formOf(fields, file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onload = () => {
      if (request.status < 300) resolve()
      else reject(refusalOf(request))
    }
    request.onerror = () => reject(new RequestError('offline', 'offline'))
    request.onabort = () => reject(signal.reason)
    request.onloadend = () => signal.removeEventListener('abort', abort)
    request.open(method, url)
    request.send(body)
  })
}

function formOf(fields: Record<string, string>, file: File): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return form
}

/**
 * Converts an error response of a file store or proxy. Its body has a foreign format, so only the status is
 * used.
 */
function refusalOf({ status }: XMLHttpRequest): RequestError {
  if (status === 413) return new RequestError('too_large', 'too_large')
  return new RequestError(status >= 500 ? 'unavailable' : 'invalid', String(status))
}
