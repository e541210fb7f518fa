import { Marked } from 'marked'

const reader = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    // What looks like a tag is text that somebody wrote, `Array<string>`; read as HTML it would be gone.
    html: ({ text }) => (/^<br\s*\/?>$/i.test(text.trim()) ? '<br>' : withToggles(escaped(text))),
  },
})

/** HTML of a text in Markdown, to be tidied and parsed as what comes from a clipboard. */
export function htmlOfMarkdown(text: string): string {
  return reader.parse(text, { async: false })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Markdown has no signs of its own for what is folded, and takes those of HTML. */
function withToggles(text: string): string {
  return text.replace(/&lt;(\/?(?:details|summary))(?: open)?&gt;/g, '<$1>')
}

/** A long text in parts that can be read one by one: they begin at a paragraph, a heading or a fence, never within a list or a fence. */
export function partsOfMarkdown(text: string, size: number): string[] {
  const parts: string[] = []
  let part: string[] = []
  let length = 0
  let fence: string | null = null
  let isAfterBlank = true
  for (const line of text.split(/\r\n?|\n/)) {
    const isBorder = fence === null && isAfterBlank && /^[^\s>|\-+*\d]/.test(line)
    if (length > size && isBorder) {
      parts.push(part.join('\n'))
      part = []
      length = 0
    }
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
    if (mark && fence === null) fence = mark
    else if (mark && fence !== null && line.trim() === mark && mark.startsWith(fence)) fence = null
    isAfterBlank = line.trim() === ''
    part.push(line)
    length += line.length + 1
  }
  return [...parts, part.join('\n')]
}
