import type { PublishedPage } from '#common/sharing/publish/page-schema.ts'

/** The last result of loading a page of a public link. */
export interface PublishedPageState {
  /** The path for which the result was loaded. */
  path: string
  page: PublishedPage | null
  status: 'loading' | 'ready' | 'gone' | 'error'
}

/** Returns the state after a load. A page that is already shown stays readable while the server cannot be reached. */
export function publishedPageAfterLoad(
  before: PublishedPageState,
  result: PublishedPageState,
): PublishedPageState {
  return result.status === 'error' && before.path === result.path && before.page !== null ? before : result
}

/**
 * Returns whether a `changed` event concerns the page, which is null until it is loaded. An event without ids concerns
 * all pages of the link.
 */
export function isPublishedPageChanged(changedIds: string, page: PublishedPage | null): boolean {
  if (changedIds === '' || page === null) return true
  const changed = changedIds.split(' ')
  return [page.id, ...page.synced_page_ids].some((id) => changed.includes(id))
}

/** The maximum random delay in milliseconds of the first reload. */
const spread = 1500
/** The minimum milliseconds between two reloads, and the maximum random delay that is added to them. */
const [pause, pauseSpread] = [4000, 4000]

/**
 * Returns the milliseconds until the page is loaded again. The first change appears soon. While somebody writes, the
 * readers of a page load it less often, and not all at the same time.
 */
export function publishedPageReloadDelay(sinceLastReload: number, random: number): number {
  return Math.max(random * spread, pause + random * pauseSpread - sinceLastReload)
}
