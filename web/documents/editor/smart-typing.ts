import { Extension, InputRule } from '@tiptap/core'

interface TypedSymbol {
  /** Matches the end of the text before the caret, including the character that is being typed. */
  find: RegExp
  typed: string
  symbol: string
}

/**
 * The typed characters that become symbols. Characters that are also common in commands and addresses, such
 * as `--` and `>=`, are replaced only between words or spaces. Straight quotes stay, because the correct
 * quotes depend on the language of the text, which is unknown.
 */
const typedSymbols: readonly TypedSymbol[] = [
  { find: /(?<![-<])->$/, typed: '->', symbol: '→' },
  { find: /<->$/, typed: '<->', symbol: '↔' },
  { find: /(?<=^|\s)<-\s$/, typed: '<-', symbol: '←' },
  { find: /(?<=^|\s)=>\s$/, typed: '=>', symbol: '⇒' },
  { find: /(?<=\S\s)--\s$/, typed: '--', symbol: '–' },
  { find: /(?<=(?:^|\s)\p{L}+)--\p{L}$/u, typed: '--', symbol: '—' },
  { find: /(?<![./\\])\.\.\.$/, typed: '...', symbol: '…' },
  { find: /(?<=\s)!=\s$/, typed: '!=', symbol: '≠' },
  { find: /(?<=\s)<=\s$/, typed: '<=', symbol: '≤' },
  { find: /(?<=\s)>=\s$/, typed: '>=', symbol: '≥' },
  { find: /(?<=^|\s)\+-\d$/, typed: '+-', symbol: '±' },
  // A `(c)` after a `(b)` is not replaced, because both belong to an enumeration.
  { find: /(?<!\(b\).*)(?<=\S\s*)\(c\)$/, typed: '(c)', symbol: '©' },
  { find: /(?<=\S\s*)\(r\)$/, typed: '(r)', symbol: '®' },
  { find: /(?<=\S\s*)\(tm\)$/, typed: '(tm)', symbol: '™' },
]

/** Replaces typed characters by symbols, except in code. Backspace directly after a replacement undoes it. */
export const smartTypingExtension = Extension.create({
  name: 'smartTyping',
  addInputRules: () =>
    typedSymbols.map(
      ({ find, typed, symbol }) =>
        new InputRule({
          find,
          handler({ state, range, match: [text] }) {
            state.tr.insertText(text.replace(typed, symbol), range.from, range.to)
          },
        }),
    ),
})

/**
 * Replaces the typed characters at the end of the text by their symbol. Returns the text unchanged if its end
 * does not form a symbol.
 */
export function replaceTypedSymbol(text: string): string {
  const found = typedSymbols.find(({ find }) => find.test(text))
  return found ? text.replace(found.find, (match) => match.replace(found.typed, found.symbol)) : text
}
