/** HTML elements that are recognized in Markdown, each with its accepted attributes. */
const known: Record<string, readonly string[]> = {
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  td: ['colspan', 'rowspan', 'colwidth', 'data-background-color'],
  th: ['colspan', 'rowspan', 'colwidth', 'data-background-color'],
  details: ['open'],
  summary: [],
  // The element that Notion uses for callouts.
  aside: [],
  div: [
    'align',
    'data-indent',
    'data-type',
    'data-latex',
    'data-width',
    'data-kind',
    'data-project',
    'data-view',
    'data-page',
    'data-block',
  ],
  p: ['align', 'data-indent'],
  span: ['data-text-color', 'data-background-color', 'data-type', 'data-latex'],
  time: ['datetime'],
  a: ['href'],
  u: [],
  b: [],
  strong: [],
  i: [],
  em: [],
  s: [],
  del: [],
  code: [],
}
const pictureAttributes = ['src', 'alt', 'title', 'width']

// These code points mark the recognized tags until all Markdown is parsed. They cannot occur in a text, because
// Unicode reserves them for internal use.
const begin = '\u{fdd0}'
const end = '\u{fdd1}'
const aTag = /<(\/?)([a-z]+)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*\/?>/gi

/**
 * Marks the recognized tags in a piece of HTML within Markdown. All other HTML is escaped and becomes text,
 * because people also write `Array<string>`, which would disappear as HTML.
 */
export function escapeUnknownTags(html: string): string {
  let text = ''
  let at = 0
  for (const found of html.matchAll(aTag)) {
    text += `${escaped(html.slice(at, found.index))}${tagOf(found)}`
    at = found.index + found[0].length
  }
  return text + escaped(html.slice(at))
}

/**
 * Parses Markdown with `read`, whose HTML renderer calls `escapeUnknownTags`. Only tags that are both opened
 * and closed become elements; other tags become text.
 */
export function parseMarkdownWithTags(read: (text: string) => string, text: string): string {
  const parts = read(text.replace(/[\u{fdd0}\u{fdd1}]/gu, '')).split(
    new RegExp(`${begin}([^${end}]*)${end}`, 'u'),
  )
  const open: { name: string; at: number }[] = []
  for (let at = 1; at < parts.length; at += 2) {
    const [, slash, name = ''] = /^&lt;(\/?)(\w+)/.exec(parts[at] ?? '') ?? []
    if (slash === '') open.push({ name, at })
    else {
      const of = open.findLastIndex((each) => each.name === name)
      const opened = open[of]
      if (opened === undefined) continue
      open.length = of
      for (const each of [opened.at, at]) parts[each] = unescaped(parts[each] ?? '')
    }
  }
  return parts.join('')
}

function tagOf([tag, slash = '', written = '', attributes = '']: RegExpExecArray): string {
  const name = written.toLowerCase()
  if (name === 'br') return '<br>'
  const attributeList = [...attributes.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)].map(
    ([, attribute = '', value = '']): [string, string] => [attribute.toLowerCase(), value],
  )
  if (name === 'img' && slash === '') return `<img${attributesOf(attributeList, pictureAttributes)}>`
  const read = Object.hasOwn(known, name) ? known[name] : undefined
  // Programs write these elements with many attributes for appearance, so accept the elements and drop
  // unknown attributes.
  const isAnyRead = /^(a|table|t[rdh])$/.test(name)
  const isRead =
    read !== undefined && (isAnyRead || attributeList.every(([attribute]) => read.includes(attribute)))
  if (!isRead) return escaped(tag)
  return `${begin}${escaped(`<${slash}${name}${slash === '' ? attributesOf(attributeList, read) : ''}>`)}${end}`
}

function attributesOf(attributeList: readonly [string, string][], read: readonly string[]): string {
  return attributeList
    .filter(([attribute]) => read.includes(attribute) && attribute !== 'open')
    .map(([attribute, value]) => ` ${attribute}="${value}"`)
    .join('')
}

/** Escapes a text for HTML. HTML entities that the text already contains, such as `&amp;`, stay unchanged. */
function escaped(text: string): string {
  return text
    .replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,31});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function unescaped(tag: string): string {
  return tag.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
}
