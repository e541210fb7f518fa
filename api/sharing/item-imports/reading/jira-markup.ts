/**
 * Converts Jira's wiki markup to Markdown. Markdown has no syntax for colors, panels and some macros. They lose their
 * formatting, but their text remains.
 */
export function jiraToMarkdown(markup: string): string {
  // Replace code blocks with placeholders, so that their content is not converted. A placeholder is a number between
  // two characters U+E000, which Unicode reserves for private use.
  const blocks: string[] = []
  const hide = (block: string) => `\uE000${blocks.push(block) - 1}\uE000`
  const text = markup
    .replaceAll('\uE000', '')
    .replace(/\r\n?/g, '\n')
    .replace(
      /(?<!\{)\{code(?::([^{}]*))?\}(?!\})((?:(?!\{code:)[\s\S])*?)(?<!\{)\{code\}/g,
      (_, options: string | undefined, code: string) => hide(fenced(code, languageOf(options))),
    )
    .replace(
      /(?<!\{)\{noformat(?::[^{}]*)?\}(?!\})((?:(?!\{noformat:)[\s\S])*?)\{noformat\}/g,
      (_, code: string) => hide(fenced(code, '')),
    )
    .replace(/\{quote\}([\s\S]*?)\{quote\}/g, (_, quote: string) => `\n${quoted(quote)}\n`)
    .replace(/\{(?:color|panel)(?::[^{}]*)?\}/g, '')
  return text
    .split('\n')
    .map(lineToMarkdown)
    .join('\n')
    .replace(/\uE000(\d+)\uE000/g, (_, at: string) => blocks[Number(at)] ?? '')
    .trim()
}

function languageOf(options = ''): string {
  const [first = ''] = options.split('|')
  return /^[\w+#-]+$/.test(first) ? first : ''
}

function fenced(code: string, language: string): string {
  return `\n\`\`\`${language}\n${code.replace(/^\n|\n$/g, '')}\n\`\`\`\n`
}

function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

function lineToMarkdown(line: string): string {
  const heading = /^h([1-6])\.\s+(.*)$/.exec(line)
  if (heading) return `${'#'.repeat(Number(heading[1]))} ${inline(heading[2] ?? '')}`
  const quote = /^bq\.\s+(.*)$/.exec(line)
  if (quote) return `> ${inline(quote[1] ?? '')}`
  if (/^-{4,}\s*$/.test(line)) return '---'
  const list = /^\s*([*#-]+)\s+(.*)$/.exec(line)
  if (list) return listItem(list[1] ?? '', list[2] ?? '')
  return line.startsWith('||') || line.startsWith('|') ? tableRow(line) : inline(line)
}

function listItem(marks: string, text: string): string {
  const mark = marks.endsWith('#') ? '1.' : '-'
  return `${'   '.repeat(marks.length - 1)}${mark} ${inline(text)}`
}

function tableRow(line: string): string {
  const isHead = line.startsWith('||')
  const cells = line
    .trim()
    .split(isHead ? '||' : '|')
    .slice(1)
  if (cells.at(-1)?.trim() === '') cells.pop()
  const row = `| ${cells.map((cell) => inline(cell.trim())).join(' | ')} |`
  return isHead ? `${row}\n|${cells.map(() => ' --- ').join('|')}|` : row
}

/**
 * Converts the markup within a line, which can have millions of characters. The patterns of links and code stop at the
 * next opening bracket, so that a line with many opening brackets takes linear time.
 */
function inline(text: string): string {
  return text
    .replace(/\{\{((?:(?!\{\{)[^}])+)\}\}/g, '`$1`')
    .replace(
      /\[([^[|\]]+)\|([^[\]]+)\]/g,
      (_, label: string, url: string) => `[${label}](${url.split('|')[0]})`,
    )
    .replace(/\[(https?:\/\/[^[\]]+|mailto:[^[\]]+)\]/g, '<$1>')
    .replace(/\[~(?:accountid:)?([^[\]]+)\]/g, '@$1')
    .replace(/!(https?:\/\/[^!|\s]+)(?:\|[^!]*)?!/g, '![]($1)')
    .replace(/!([^!|\s]+\.\w{2,5})(?:\|[^!]*)?!/g, '$1')
    .replace(/(^|[\s(])\*(\S(?:[^*\n]*\S)?)\*(?=$|[\s).,;:!?])/g, '$1**$2**')
    .replace(/(^|[\s(])_(\S(?:[^_\n]*\S)?)_(?=$|[\s).,;:!?])/g, '$1*$2*')
    .replace(/(^|[\s(])-(\S(?:[^-\n]*\S)?)-(?=$|[\s).,;:!?])/g, '$1~~$2~~')
    .replace(/\\\\/g, '  \n')
}
