/**
 * Escapes a text for Markdown. A character gets a backslash only where it would have a meaning, because
 * copied Markdown is also pasted into terminals and emails.
 */
export function escapeMarkdown(text: string, { before, after, hasLinks, hasFormulas }: AdjacentText): string {
  return text.replace(signs, (sign, at: number) => {
    // Spaces at the beginning and end of bold or italic text are written outside of the delimiters. A character
    // that is separated from the start or end of the text only by such spaces is therefore next to `before` or
    // `after` in the Markdown.
    const left = text.slice(0, at).trim() === '' ? before : (text[at - 1] ?? '')
    const rest = text.slice(at + sign.length)
    const right = rest.trim() === '' ? after : rest.slice(0, 40)
    const isBracket = hasLinks && (/[[\]]/.test(sign) || (sign === '(' && left === ']'))
    const isDollar = sign === '$' && hasFormulas && !/^\s/.test(right)
    return isBracket || isDollar || hasMeaning(sign, left, right) ? `\\${sign}` : sign
  })
}

/**
 * Escapes text outside of links that may contain bare web addresses. Markdown parsers take such an address
 * literally, with any backslash in it. An address with characters that need a backslash is therefore written
 * in angle brackets.
 */
export function escapeMarkdownExceptUrls(text: string, around: AdjacentText): string {
  const parts = text.split(bareAddress)
  const isPlain = (address: string) =>
    escapeMarkdown(address, { ...around, before: '/', after: '' }) === address
  if (parts.every((part, at) => at % 2 === 0 || isPlain(part))) return escapeMarkdown(text, around)
  return parts
    .map((part, at) => {
      if (at % 2 === 1) return `<${part}>`
      const before = at === 0 ? around.before : '>'
      return escapeMarkdown(part, { ...around, before, after: at === parts.length - 1 ? around.after : '<' })
    })
    .join('')
}

// Matches a web address that is not written as a link. Punctuation after the address is part of the sentence
// and does not match.
const bareAddress = /(https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*[^\s<>"`\\]*[^\s<>"`\\?!.,:;*_'~()])/i

interface AdjacentText {
  /**
   * The characters directly before and after the text. At the start or end of the block, the character is an empty
   * string.
   */
  before: string
  after: string
  /** True if the block contains links, because brackets can then start or end a link. */
  hasLinks: boolean
  /** True if the block contains other dollar signs, because a dollar sign can then start a formula. */
  hasFormulas: boolean
}

const signs = /[\\`*_~[\]<&!($]/g
const blank = /^\s?$/
const letter = /^[\p{L}\p{N}]/u
const punctuation = /^[!-/:-@[-`{-~]/

function hasMeaning(sign: string, left: string, right: string): boolean {
  const isFree = blank.test(left) && (right === '' || /^\s/.test(right))
  switch (sign) {
    case '\\':
      return /^\s*$|^\n/.test(right) || punctuation.test(right)
    case '*':
      return !isFree
    case '_':
      return !isFree && !(letter.test(left) && letter.test(right))
    case '~':
      return !blank.test(left) || right.startsWith('~')
    case '[':
      // Escape an opening bracket if it would start a checkbox, a callout kind or a wiki link. Wiki links
      // start with two brackets and occur in imported files.
      return /^[ xX]?\]/.test(right) || right.startsWith('!') || right.startsWith('[')
    case ']':
      return right === '' || /^[([:]/.test(right)
    case '<':
      return /^[a-z/!?]/i.test(right)
    case '&':
      return /^(#\d+|#x[\da-f]+|\w+);/i.test(right)
    case '!':
      return right.startsWith('[')
    case '(':
      return false
    // Escape only dollar signs that could end a formula. Without an end, no dollar sign starts a formula.
    case '$':
      return !blank.test(left) && !letter.test(right)
    default:
      return true
  }
}

/** Escapes characters that have a meaning in Markdown only at the beginning of a line. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(\$\$|#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|~~~|=+\s*$|-(?=[-\s]*$)|[|:](?=[-:|\s]*$)|\|)/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}
