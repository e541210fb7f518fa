import type { PublishedPage } from '#common/sharing/publish/page-schema.ts'

/** Returns the depth of each page below the page of the link, by page id. The pages are sorted parents first. */
export function publishedPageLevels(pages: PublishedPage['pages']): Map<string, number> {
  const levels = new Map<string, number>()
  for (const { id, parent } of pages) {
    const above = parent === null ? undefined : levels.get(parent)
    levels.set(id, above === undefined ? 0 : above + 1)
  }
  return levels
}
