import type { TokenizerAndRendererExtension, Tokens } from 'marked'
import { escapeHtml } from '../../../platform/escape-html.ts'

const pictures = /\.(png|jpe?g|gif|webp|svg|bmp)$/i

/**
 * Parses links and pictures in the syntax of Obsidian and wikis: `[[Page#Part|words]]` and
 * `![[picture.png|300]]`.
 */
export const wikiLinkExtension: TokenizerAndRendererExtension = {
  name: 'wikiLink',
  level: 'inline',
  tokenizer(text) {
    const found = /^(!?)\[\[([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\]/.exec(text)
    if (found === null) return
    const [raw, sign, target = '', words] = found
    return { type: 'wikiLink', raw, isShown: sign === '!', target: target.trim(), words: words?.trim() }
  },
  renderer(token: Tokens.Generic) {
    const { isShown, target, words } = token as unknown as {
      isShown: boolean
      target: string
      words?: string
    }
    const address = escapeHtml(
      target
        .split('/')
        .map((part) => encodeURIComponent(part).replaceAll('%23', '#'))
        .join('/'),
    )
    if (isShown && pictures.test(target)) {
      const isSize = /^\d+(x\d+)?$/.test(words ?? '')
      return `<img src="${address}" alt="${escapeHtml(isSize ? '' : (words ?? ''))}">`
    }
    // `data-wiki` contains the Markdown source, so that the importer can restore the source if the link leads
    // nowhere.
    return `<a href="${address}" data-wiki="${escapeHtml(token.raw)}">${escapeHtml(words || target)}</a>`
  },
}
