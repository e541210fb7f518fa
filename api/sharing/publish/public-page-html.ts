import { removeMentions } from '#common/documents/content/mention.ts'
import { pageIdOfLink } from '#common/documents/content/page-links.ts'
import { publishedPagePath } from '#common/pages/pages/public-paths.ts'

export interface PublicPages {
  anchor: string
  appUrl: string
  /** Ids of all pages that the public link shows. */
  pageIds: ReadonlySet<string>
}

/**
 * Removes from HTML what people without an account must not see: names of members, and addresses and titles of pages
 * that are not public. The caller has already replaced the references to synced blocks. The document renderer escapes
 * `<` and `>` in attributes, so regular expressions can find the elements.
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
 * Returns a link for the public screen. A link to a public page leads to the page's public address. A link to
 * a page that is not public is replaced by `…`, because the text of the link may be the title of the page.
 * This also applies to links with a former host of this Tandem instance. A link to another screen of Tandem
 * is replaced by its text.
 */
function publicLink(element: string, content: string, href: string, pages: PublicPages): string {
  const page = pageIdOfLink(href)
  if (page === null) return isOfTandem(href, pages.appUrl) ? content : element
  if (!pages.pageIds.has(page)) return '…'
  return `<a href="${publishedPagePath(pages.anchor, page)}">${content}</a>`
}

/**
 * Returns true for an address of this Tandem instance, for an address without a host, and for a malformed
 * address. Returns false for email addresses and phone numbers.
 */
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
