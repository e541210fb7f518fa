import { request } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'

interface FileOffer {
  limit: number
  hasUnsplash: boolean
}

let loading: Promise<FileOffer> | undefined

/**
 * Returns the maximum size of a file in bytes. The limit is requested only once. If the request fails, the
 * server still rejects files that are too large.
 */
export async function fileSizeLimit(): Promise<number> {
  return (await load()).limit
}

/** Returns whether pictures of Unsplash can be chosen. */
export async function isUnsplashOffered(): Promise<boolean> {
  return (await load()).hasUnsplash
}

/** Discards the cached limit, so that the next upload requests the limit again. */
export function forgetFileSizeLimit(): void {
  loading = undefined
}

function load(): Promise<FileOffer> {
  loading ??= request('getInstance', {}).then(
    ({ config }) => ({ limit: config.file_size_limit, hasUnsplash: config.has_unsplash_configured }),
    (error: unknown) => {
      loading = undefined
      if (!(error instanceof RequestError)) throw error
      return { limit: Number.POSITIVE_INFINITY, hasUnsplash: false }
    },
  )
  return loading
}
