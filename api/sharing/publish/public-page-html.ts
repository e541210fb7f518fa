import { removeMentions } from '#common/documents/content/mention.ts'
import { pageIdOfLink } from '#common/documents/content/page-links.ts'
import { publishedPagePath } from '#common/pages/pages/public-paths.ts'

interface PublicPages {
  anchor: string
  appUrl: string
  /** Ids of all pages that the public link shows. */
  pageIds: ReadonlySet<string>
}

/**
 * Removes from stored HTML what people without an account must not see: names of members, and addresses and titles of
 * pages that are not public. The document renderer escapes `<` and `>` in attributes, so expressions can find elements.
 */
export function publicPageHtml(html: string, pages: PublicPages): string {
  return removeMentions(html).replace(
    /<a\b([^<>]*)>(.*?)<\/a>/gs,
    (element, attributes: string, content: string) => {
      const href = /\bhref="([^"]*)"/.exec(attributes)?.[1]
      return href === undefined ? element : publicLink(element, content, unescapeAttribute(href), pages)
    },
  )
}

/**
 * Returns a link for the public screen. Links to public pages lead to their public address. A link to a page
 * that is not public is replaced by `…`, because its text may be the title of the page. This also applies if
 * the link names a former host of this installation. Of links to other screens of Tandem, only the text
 * remains.
 */
function publicLink(element: string, content: string, href: string, pages: PublicPages): string {
  const page = pageIdOfLink(href)
  if (page === null) return isOfTandem(href, pages.appUrl) ? content : element
  if (!pages.pageIds.has(page)) return '…'
  return `<a href="${publishedPagePath(pages.anchor, page)}">${content}</a>`
}

/** Returns true for an address of this installation. Addresses without a host are addresses of this installation. */
function isOfTandem(href: string, appUrl: string): boolean {
  if (/^(mailto|tel):/i.test(href)) return false
  if (!URL.canParse(href, appUrl)) return true
  return new URL(href, appUrl).host === new URL(appUrl).host
}

function unescapeAttribute(value: string): string {
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
