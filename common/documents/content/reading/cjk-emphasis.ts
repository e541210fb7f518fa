import type { TokenizerAndRendererExtension, Tokens } from 'marked'

const cjk =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u
const punctuation = /[\p{P}\p{S}]/u
// Matches emphasis. Code spans and escaped characters do not end the emphasis, and no space may follow the
// opening delimiter or precede the closing delimiter.
const emphasis = /^(\*{1,3})(?![\s*])((?:\\[\s\S]|`[^`\n]*`|[^\\*`])+?)(?<![\s\\])\1(?!\*)/u

/**
 * Parses emphasis next to Chinese, Japanese or Korean punctuation, such as `これは**「重要」**です`. CommonMark expects
 * spaces around words and does not recognize such emphasis. The package `marked` parses all other emphasis.
 */
export const cjkEmphasisExtension: TokenizerAndRendererExtension = {
  name: 'cjkEmphasis',
  level: 'inline',
  start: (text) => text.indexOf('*'),
  tokenizer(text, tokens) {
    const found = emphasis.exec(text)
    if (found === null) return
    const [raw, delimiter = '', content = ''] = found
    const before = [...(tokens.at(-1)?.raw ?? '')].at(-1) ?? ''
    const [after = ''] = text.slice(raw.length, raw.length + 2)
    const letters = [...content]
    const isOpen = isHidden(letters[0] ?? '', before)
    const isClosed = isHidden(letters.at(-1) ?? '', after)
    if (!isOpen && !isClosed) return
    return {
      type: 'cjkEmphasis',
      raw,
      delimiterLength: delimiter.length,
      tokens: this.lexer.inlineTokens(content),
    }
  },
  renderer(token: Tokens.Generic) {
    const text = this.parser.parseInline(token.tokens ?? [])
    const strong = token['delimiterLength'] === 1 ? text : `<strong>${text}</strong>`
    return token['delimiterLength'] === 2 ? strong : `<em>${strong}</em>`
  },
}

/**
 * Returns true if CommonMark does not recognize a delimiter between these two characters, although the character
 * outside of the emphasis belongs to a script without spaces between words.
 */
function isHidden(inside: string, outside: string): boolean {
  return punctuation.test(inside) && cjk.test(outside) && !punctuation.test(outside)
}
