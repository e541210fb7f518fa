import { request } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'

let loading: Promise<number> | undefined

/**
 * Returns the maximum size of a file in bytes, which is requested only once. If the limit is unknown, the
 * server rejects files that are too large.
 */
export function fileSizeLimit(): Promise<number> {
  loading ??= request('getInstance', {}).then(
    ({ config }) => config.file_size_limit,
    (error: unknown) => {
      loading = undefined
      if (!(error instanceof RequestError)) throw error
      return Number.POSITIVE_INFINITY
    },
  )
  return loading
}

/** Forgets the limit, so that the next upload requests it again. */
export function forgetFileSizeLimit(): void {
  loading = undefined
}
