import { escapeHtml } from '../../platform/escape-html.ts'
import { emojiFromLogo } from '../../platform/logo.ts'
import { pageIdOfLink } from './page-links.ts'
import { standalonePageStyle } from './standalone-style.ts'

/** Functions and data that the export of a page needs. */
export interface ExportEnvironment {
  /** Returns the path of an exported picture or file, or undefined if it is not part of the export. */
  pictureAt(id: string): string | undefined
  /** Returns the display name of a user, or undefined if the user is unknown. */
  nameOf(userId: string): string | undefined
  /** Returns the path of an exported page, or undefined if it is not part of the export. */
  pageFile(id: string): string | undefined
  /** Returns a formula as MathML, which browsers render without scripts, or null to show the TeX instead. */
  formula(tex: string, isBlock: boolean): string | null
  /** Returns the address of a saved view of a project. */
  viewUrl(project: string, view: string): string
  /** The URL of this Tandem instance. Links to pages that are not part of the export lead to it. */
  origin: string
}

interface Standalone {
  title: string
  /** HTML from `nodeToHtml`, in which user texts are escaped. */
  html: string
  /** The exported sub-pages, with their paths. */
  below: readonly { name: string; file: string }[]
}

/**
 * Renders a page as a standalone HTML file that every browser can show, without scripts and without external
 * resources.
 */
export function renderStandalonePage(
  { title, html, below }: Standalone,
  environment: ExportEnvironment,
): string {
  const list =
    below.length === 0
      ? ''
      : `<nav><ul>${below.map(({ name, file }) => `<li><a href="${escapeHtml(file)}">${escapeHtml(name)}</a></li>`).join('')}</ul></nav>`
  const text = standaloneBody(html, environment)
  const body = withLiveBlocks(text, list, environment)
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${standalonePageStyle}</style>
</head>
<body>
<h1 dir="auto">${escapeHtml(title)}</h1>
${body}${list === '' || text.includes(subPagesElement) ? '' : `\n${list}`}
</body>
</html>
`
}

/**
 * Returns the HTML that is converted to Markdown: with the title, and with links to the exported subpages.
 */
export function renderHtmlForMarkdownExport(
  { title, html, below }: Standalone,
  environment: ExportEnvironment,
): string {
  const list = below.map(
    ({ name, file }) => `<li><p><a href="${escapeHtml(file)}">${escapeHtml(name)}</a></p></li>`,
  )
  return `<h1>${escapeHtml(title)}</h1>${withLinks(html, environment)}${list.length > 0 ? `<ul>${list.join('')}</ul>` : ''}`
}

function withLinks(html: string, environment: ExportEnvironment): string {
  return html.replace(
    / href="([^"]*)"/g,
    (_, href: string) => ` href="${escapeHtml(resolvedLink(unescaped(href), environment))}"`,
  )
}

function standaloneBody(html: string, environment: ExportEnvironment): string {
  return withLinks(html, environment)
    .replace(/<image-component ([^>]*)><\/image-component>/g, (_, attributes: string) =>
      figure(attributesOf(attributes), environment),
    )
    .replace(/<file-component ([^>]*)>[^<]*<\/file-component>/g, (_, attributes: string) =>
      fileLine(attributesOf(attributes), environment),
    )
    .replace(/<mention-component ([^>]*)><\/mention-component>/g, (_, attributes: string) => {
      const name = environment.nameOf(attributesOf(attributes)['entity_identifier'] ?? '')
      return `<span class="mention">@${escapeHtml(name ?? '…')}</span>`
    })
    .replace(/<div (data-block-type="callout-component"[^>]*)>/g, (start, attributes: string) => {
      const value = attributesOf(attributes)['data-emoji-unicode']
      const emoji = value && emojiFromLogo({ in_use: 'emoji', emoji: { value } })
      return emoji ? `${start}<span class="emoji" aria-hidden="true">${emoji}</span>` : start
    })
    .replace(
      /<(span|div) data-type="(?:inline|block)-math" data-latex="([^"]*)"[^>]*>([^<]*)<\/\1>/g,
      (_, tag: string, tex: string, words: string) =>
        `<${tag} class="formula">${environment.formula(unescaped(tex), tag === 'div') ?? `<code>${words}</code>`}</${tag}>`,
    )
    .replace(/(<div data-type="column") data-width="([\d.]+)"/g, '$1 style="flex-grow: $2"')
    .replace(/(<t[dh][^>]*) colwidth="(\d+)[^"]*"/g, '$1 style="width: $2px"')
    .replace(/<input type="checkbox"/g, '<input type="checkbox" disabled')
}

const subPagesElement = '<div data-type="live-block" data-kind="pages"'

/**
 * Replaces live blocks with static content: a list of links to the headings, a list of the exported sub-pages,
 * or the address of the saved view. Only the first block of a kind gets the headings or sub-pages, and later
 * blocks of this kind are left out. Otherwise, a text with many headings and many blocks would result in a very
 * large file.
 */
function withLiveBlocks(text: string, subPages: string, { viewUrl }: ExportEnvironment): string {
  if (!text.includes('data-type="live-block"')) return text
  const headings: string[] = []
  const html = text.replace(
    /<h([1-6])([^>]*)>(.*?)<\/h\1>/gs,
    (whole, level: string, attributes: string, content: string) => {
      // Remove the annotations of MathML, because they contain the formula a second time, as TeX.
      const name = content
        .replace(/<annotation[^>]*>.*?<\/annotation>/gs, '')
        .replace(/<[^>]*>/g, '')
        .trim()
      if (name === '') return whole
      const id = `heading-${headings.length + 1}`
      headings.push(`<li data-level="${level}"><a href="#${id}">${name}</a></li>`)
      return `<h${level} id="${id}"${attributes}>${content}</h${level}>`
    },
  )
  const contents = headings.length === 0 ? '' : `<nav class="contents"><ul>${headings.join('')}</ul></nav>`
  const lists = new Map([
    ['contents', contents],
    ['pages', subPages],
  ])
  return html.replace(/<div data-type="live-block"([^>]*)><\/div>/g, (_, written: string) => {
    const attributes = attributesOf(written)
    const kind = attributes['data-kind'] ?? ''
    const list = lists.get(kind)
    if (list !== undefined) lists.set(kind, '')
    if (kind !== 'items') return list ?? ''
    const url = escapeHtml(viewUrl(attributes['data-project'] ?? '', attributes['data-view'] ?? ''))
    return `<p><a href="${url}">${url}</a></p>`
  })
}

function figure(attributes: Record<string, string>, { pictureAt }: ExportEnvironment): string {
  const file = pictureAt(attributes['src'] ?? '')
  const words = attributes['data-caption']
  const caption = words ? `<figcaption>${escapeHtml(words)}</figcaption>` : ''
  const width = /^\d+(\.\d+)?%$/.exec(attributes['width'] ?? '')?.[0]
  const picture = file
    ? `<img src="${escapeHtml(file)}" alt="${escapeHtml(attributes['alt'] ?? '')}"${width ? ` style="width: ${width}"` : ''}>`
    : `<p class="missing">${escapeHtml(attributes['alt'] ?? '')}</p>`
  return `<figure>${picture}${caption}</figure>`
}

function fileLine(attributes: Record<string, string>, { pictureAt }: ExportEnvironment): string {
  const file = pictureAt(attributes['src'] ?? '')
  const name = escapeHtml(attributes['data-name'] ?? '')
  return file
    ? `<p class="file"><a href="${escapeHtml(file)}" download="${name}">${name}</a></p>`
    : `<p class="missing">${name}</p>`
}

/**
 * Returns the address of a link in an export. Links to exported pages become relative paths, and other paths of this
 * Tandem instance become absolute addresses.
 */
function resolvedLink(href: string, { pageFile, origin }: ExportEnvironment): string {
  const page = pageIdOfLink(href)
  const file = page === null ? undefined : pageFile(page)
  if (file !== undefined) return file
  return href.startsWith('/') ? new URL(href, origin).href : href
}

function attributesOf(attributes: string): Record<string, string> {
  return Object.fromEntries(
    [...attributes.matchAll(/([a-z][\w:-]*)="([^"]*)"/gi)].map(([, name = '', value = '']) => [
      name,
      unescaped(value),
    ]),
  )
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}
