/**
 * Text as Markdown that reads the same: a sign gets a backslash only where it would mean something there, since what is copied goes to
 * terminals and mails as well.
 */
export function escapeMarkdown(text: string, { before, after, hasLinks, hasFormulas }: Around): string {
  return text.replace(signs, (sign, at: number) => {
    // Blanks at the ends go out of a mark.
    const left = text.slice(0, at).trim() === '' ? before : (text[at - 1] ?? '')
    const rest = text.slice(at + sign.length)
    const right = rest.trim() === '' ? after : rest.slice(0, 40)
    const isBracket = hasLinks && (/[[\]]/.test(sign) || (sign === '(' && left === ']'))
    const isDollar = sign === '$' && hasFormulas && !/^\s/.test(right)
    return isBracket || isDollar || means(sign, left, right) ? `\\${sign}` : sign
  })
}

/**
 * The same of a text outside of links, with its bare addresses. Who reads Markdown takes such an address as it stands, with a backslash too, so
 * one with a sign that needs a backslash stands between angle brackets.
 */
export function escapeWithAddresses(text: string, around: Around): string {
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

// Signs at the end of an address belong to the sentence.
const bareAddress = /(https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*[^\s<>"`\\]*[^\s<>"`\\?!.,:;*_'~()])/i

interface Around {
  /** What stands beside it, empty at the ends of a block. */
  before: string
  after: string
  /** Whether brackets would begin or end what stands there. */
  hasLinks: boolean
  /** Whether another dollar sign stands there, beside which one could begin a formula. */
  hasFormulas: boolean
}

const signs = /[\\`*_~[\]<&!($]/g
const blank = /^\s?$/
const letter = /^[\p{L}\p{N}]/u
const punctuation = /^[!-/:-@[-`{-~]/

function means(sign: string, left: string, right: string): boolean {
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
      // Two begin a link of a wiki, which files may have.
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
    // One that could end a formula; without an end, nothing begins one.
    case '$':
      return !blank.test(left) && !letter.test(right)
    default:
      return true
  }
}

/** The same where a line of a paragraph begins, where more signs mean something. */
export function escapeLineStart(line: string): string {
  return line
    .replace(/^(\$\$|#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|~~~|=+\s*$|-(?=[-\s]*$)|[|:](?=[-:|\s]*$)|\|)/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}
