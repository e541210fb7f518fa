import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import { tokenize } from 'linkifyjs'
import { isSafeHref } from '#common/documents/content/links.ts'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { isMarkedAsTyped } from './typed-text.ts'

/** Converts an address to a link when a space, East Asian punctuation or Enter is typed after it. */
export const autoLinkExtension = Extension.create({
  name: 'typedLinks',
  // Must run before all other handlers of Enter. They start a new block, and the address would no longer be directly
  // before the caret.
  priority: 2000,
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _, state) =>
        transactions.some(isMarkedAsTyped) ? linkBehind(state, ending) : null,
      props: {
        handleKeyDown({ state, dispatch }, event) {
          const linked = pressedKey(event) === 'Enter' ? linkBehind(state, nothing) : null
          if (linked !== null) dispatch(linked)
          return false
        },
      },
    }),
  ],
})

const ending = /[\s。、，！？；：]$/u
const nothing = /$/

/**
 * The characters that may surround an address within the same word. Any other character, such as the `@` of a
 * user name, means that the word is not an address.
 */
const before = /^[\p{Ps}\p{Pi}\p{Pf}\p{Pd}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}"'¿¡]*$/u
const between = /^[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Pd}"',;.:!?…。、，！？；：]*$/u
/**
 * The tokenizer treats these punctuation marks as part of an address. In East Asian text, they directly
 * follow an address without a space, so they must end it.
 */
const fullWidth = /[。、，！？；：（）「」『』《》【】]/gu

const longest = 2048

/**
 * Adds links to the addresses in the word before the caret. `end` matches the characters that end the word.
 * Returns null if there is nothing to link.
 */
function linkBehind({ selection, doc, schema, tr }: EditorState, end: RegExp): Transaction | null {
  const { $from, empty } = selection
  const { link, code } = schema.marks
  if (!empty || !link || !$from.parent.inlineContent || !$from.parent.type.allowsMarkType(link)) return null
  const start = Math.max(0, $from.parentOffset - longest)
  const text = $from.parent.textBetween(start, $from.parentOffset, null, ' ')
  if (!end.test(text)) return null
  const word = /\S*$/.exec(text.replace(end, ''))?.[0] ?? ''
  const wordStart = $from.start() + start + text.replace(end, '').length - word.length
  for (const { from, to, href } of addressesIn(word)) {
    const [first, last] = [wordStart + from, wordStart + to]
    const isTaken = doc.rangeHasMark(first, last, link) || (code && doc.rangeHasMark(first, last, code))
    if (!isTaken) tr.addMark(first, last, link.create({ href }))
  }
  return tr.docChanged ? tr : null
}

interface Address {
  from: number
  to: number
  href: string
}

/** Returns the addresses in a word, provided that only punctuation surrounds them. */
function addressesIn(word: string): Address[] {
  const tokens = tokenize(word.replace(fullWidth, ' ')).map((token) => token.toObject('https'))
  const first = tokens.findIndex(({ isLink }) => isLink)
  const isWhole = tokens.every(
    ({ isLink, start, end }, at) => isLink || (at < first ? before : between).test(word.slice(start, end)),
  )
  if (!isWhole) return []
  return tokens
    .filter(({ isLink, value, href }) => isLink && /[.:]/.test(value) && isSafeHref(href))
    .map(({ start, end, href }) => ({ from: start, to: end, href }))
}
