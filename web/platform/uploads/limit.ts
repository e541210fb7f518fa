import { request } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'

let asked: Promise<number> | undefined

/** Bytes of one file at most, as the installation says; it is asked once. Without an answer the server refuses what is too large. */
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

/** The next upload asks again. */
export function forgetFileSizeLimit(): void {
  asked = undefined
}
