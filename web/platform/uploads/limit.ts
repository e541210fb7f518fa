import { request } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'

let asked: Promise<number> | undefined

/** Maximum size of a file in bytes, requested once. Without an answer, the server rejects files that are too large. */
export function fileSizeLimit(): Promise<number> {
  asked ??= request('getInstance', {}).then(
    ({ config }) => config.file_size_limit,
    (error: unknown) => {
      asked = undefined
      if (!(error instanceof RequestError)) throw error
      return Number.POSITIVE_INFINITY
    },
  )
  return asked
}

/** The next upload requests it again. */
export function forgetFileSizeLimit(): void {
  asked = undefined
}
