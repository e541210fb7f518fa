import { escapeHtml } from '../../platform/escape-html.ts'
import { emojiOf } from '../../platform/logo.ts'
import { pageAt } from './page-links.ts'
import { standaloneStyle } from './standalone-style.ts'

/** What a file that leaves the server needs to know of what it names. */
export interface Surroundings {
  /** Where the file of a picture, or one that is no picture, lies; undefined of one that does not come along. */
  pictureAt(id: string): string | undefined
  /** What a person is called; undefined of a stranger. */
  nameOf(userId: string): string | undefined
  /** Where another page lies; undefined of one that does not come along. */
  pageFile(id: string): string | undefined
  /** A formula as MathML, which browsers show by themselves; null of one that stays its TeX. */
  formula(tex: string, isBlock: boolean): string | null
  /** The address of the installation, for what is left there. */
  origin: string
}

interface Standalone {
  title: string
  /** As `htmlOf` writes it: of our own elements and escapes alone. */
  html: string
  /** The pages right below it that come along. */
  below: readonly { name: string; file: string }[]
}

/** A page as one file of HTML that any browser shows without us: no script, nothing fetched from elsewhere. */
export function standalonePage({ title, html, below }: Standalone, around: Surroundings): string {
  const list = below.map(({ name, file }) => `<li><a href="${escapeHtml(file)}">${escapeHtml(name)}</a></li>`)
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${standaloneStyle}</style>
</head>
<body>
<h1 dir="auto">${escapeHtml(title)}</h1>
${standaloneBody(html, around)}${list.length > 0 ? `\n<nav><ul>${list.join('')}</ul></nav>` : ''}
</body>
</html>
`
}

/** The same as a text that Markdown is made of: with its title, and what comes along below it. */
export function wholeText({ title, html, below }: Standalone, around: Surroundings): string {
  const list = below.map(
    ({ name, file }) => `<li><p><a href="${escapeHtml(file)}">${escapeHtml(name)}</a></p></li>`,
  )
  return `<h1>${escapeHtml(title)}</h1>${withLinks(html, around)}${list.length > 0 ? `<ul>${list.join('')}</ul>` : ''}`
}

function withLinks(html: string, around: Surroundings): string {
  return html.replace(
    / href="([^"]*)"/g,
    (_, href: string) => ` href="${escapeHtml(reached(unescaped(href), around))}"`,
  )
}

function standaloneBody(html: string, around: Surroundings): string {
  return withLinks(html, around)
    .replace(/<image-component ([^>]*)><\/image-component>/g, (_, said: string) =>
      figure(attributesOf(said), around),
    )
    .replace(/<file-component ([^>]*)>[^<]*<\/file-component>/g, (_, said: string) =>
      fileLine(attributesOf(said), around),
    )
    .replace(/<mention-component ([^>]*)><\/mention-component>/g, (_, said: string) => {
      const name = around.nameOf(attributesOf(said)['entity_identifier'] ?? '')
      return `<span class="mention">@${escapeHtml(name ?? '…')}</span>`
    })
    .replace(/<div (data-block-type="callout-component"[^>]*)>/g, (start, said: string) => {
      const value = attributesOf(said)['data-emoji-unicode']
      const emoji = value && emojiOf({ in_use: 'emoji', emoji: { value } })
      return emoji ? `${start}<span class="emoji" aria-hidden="true">${emoji}</span>` : start
    })
    .replace(
      /<(span|div) data-type="(?:inline|block)-math" data-latex="([^"]*)"[^>]*>([^<]*)<\/\1>/g,
      (_, tag: string, tex: string, words: string) =>
        `<${tag} class="formula">${around.formula(unescaped(tex), tag === 'div') ?? `<code>${words}</code>`}</${tag}>`,
    )
    .replace(/(<div data-type="column") data-width="([\d.]+)"/g, '$1 style="flex-grow: $2"')
    .replace(/(<t[dh][^>]*) colwidth="(\d+)[^"]*"/g, '$1 style="width: $2px"')
    .replace(/<input type="checkbox"/g, '<input type="checkbox" disabled')
}

function figure(said: Record<string, string>, { pictureAt }: Surroundings): string {
  const file = pictureAt(said['src'] ?? '')
  const words = said['data-caption']
  const caption = words ? `<figcaption>${escapeHtml(words)}</figcaption>` : ''
  const width = /^\d+(\.\d+)?%$/.exec(said['width'] ?? '')?.[0]
  const picture = file
    ? `<img src="${escapeHtml(file)}" alt="${escapeHtml(said['alt'] ?? '')}"${width ? ` style="width: ${width}"` : ''}>`
    : `<p class="missing">${escapeHtml(said['alt'] ?? '')}</p>`
  return `<figure>${picture}${caption}</figure>`
}

function fileLine(said: Record<string, string>, { pictureAt }: Surroundings): string {
  const file = pictureAt(said['src'] ?? '')
  const name = escapeHtml(said['data-name'] ?? '')
  return file
    ? `<p class="file"><a href="${escapeHtml(file)}" download="${name}">${name}</a></p>`
    : `<p class="missing">${name}</p>`
}

/** A page that comes along is found beside; what is left behind at its whole address. */
function reached(href: string, { pageFile, origin }: Surroundings): string {
  const page = pageAt(href)
  const file = page === null ? undefined : pageFile(page)
  if (file !== undefined) return file
  return href.startsWith('/') ? new URL(href, origin).href : href
}

function attributesOf(said: string): Record<string, string> {
  return Object.fromEntries(
    [...said.matchAll(/([a-z][\w:-]*)="([^"]*)"/gi)].map(([, name = '', value = '']) => [
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
