/**
 * Converts Markdown to the wiki markup that Jira reads from CSV files. It is the inverse of `jiraToMarkdown` in
 * `item-imports`.
 */
export function markdownToJira(markdown: string): string {
  const lines: string[] = []
  let fence: string | null = null
  for (const line of markdown.split('\n')) {
    const [, marks, language = ''] = /^(`{3,}|~{3,})\s*([\w+#-]*)/.exec(line) ?? []
    if (fence === null && marks !== undefined) {
      fence = marks
      lines.push(language === '' ? '{code}' : `{code:${language}}`)
    } else if (fence !== null && line.startsWith(fence)) {
      fence = null
      lines.push('{code}')
    } else if (fence !== null) lines.push(line)
    else if (!/^\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line)) lines.push(lineToJira(line))
  }
  return lines.join('\n').trim()
}

function lineToJira(line: string): string {
  const heading = /^(#{1,6})\s+(.*)$/s.exec(line)
  if (heading) return `h${heading[1]?.length}. ${inlineToJira(heading[2] ?? '')}`
  const item = /^(\s*)(?:([-*+])|\d+[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/s.exec(line)
  if (item) {
    const [, indent = '', bullet, check, text = ''] = item
    const depth = Math.floor(indent.length / 2) + 1
    const box = check === undefined ? '' : check === ' ' ? '(x) ' : '(/) '
    return `${(bullet === undefined ? '#' : '*').repeat(depth)} ${box}${inlineToJira(text)}`
  }
  const quote = /^>\s?(.*)$/s.exec(line)
  if (quote) return `bq. ${inlineToJira(quote[1] ?? '')}`
  if (/^(?:-{3,}|\*{3,})$/.test(line)) return '----'
  return inlineToJira(line)
}

/*
 * A line can have millions of characters. Each pattern stops at the next opening bracket, so that a line with many
 * opening brackets takes linear time. Addresses can contain pairs of parentheses.
 */
const picture = /!\[[^[\]]*\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)/g
const link = /\[([^[\]]+)\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)/g
const autolink = /<((?:https?:\/\/|mailto:)[^<>\s]+)>/g

function inlineToJira(text: string): string {
  // Replace code with placeholders, so that its content is not converted. Unicode reserves U+E000 for private use.
  const codes: string[] = []
  return text
    .replaceAll('\uE000', '')
    .replace(/`([^`]+)`/g, (_, code: string) => `\uE000${codes.push(`{{${code}}}`) - 1}\uE000`)
    .replace(picture, '!$1!')
    .replace(link, '[$1|$2]')
    .replace(autolink, '[$1]')
    .replace(/\*\*(.+?)\*\*|(?<![*\w])\*([^*\s](?:[^*]*[^*\s])?)\*(?![*\w])/g, (_, bold, italic) =>
      bold === undefined ? `_${italic}_` : `*${bold}*`,
    )
    .replace(/~~(.+?)~~/g, '-$1-')
    .replace(/\\([\\`*_{}[\]()#+.!~>|-])/g, '$1')
    .replace(/\uE000(\d+)\uE000/g, (_, at: string) => codes[Number(at)] ?? '')
}
