import { DOMParser, type Node } from '@tiptap/pm/model'
import { parseHTML } from 'linkedom'
import { voidTags } from '#common/documents/content/html.ts'
import { maxDocumentDepth } from '#common/documents/content/limits.ts'
import { splitListsByValue } from '#common/documents/content/list-items.ts'
import { InvalidDocument } from '#common/documents/content/parse-json.ts'
import { replacePicturesByLinks } from '#common/documents/content/pictures.ts'
import { documentSchema } from '#common/documents/content/schema.ts'
import { makeTablesRectangular } from '#common/documents/content/tables.ts'
import { maxStructs } from '#common/documents/content/updates.ts'
import { AppError } from '#common/platform/errors.ts'
import { withCachedSelectors } from './cached-selectors.ts'

/**
 * Parses HTML from REST clients with the same rules as the editor. Unknown elements are removed, but their text
 * is not. Throws `InvalidDocument` if the HTML is nested too deeply and `too_large` if it has too many
 * elements.
 */
export function nodeFromHtml(html: string): Node {
  return parsePreparedHtml(html, () => {})
}

/** Parses HTML after `prepare` has changed the elements. */
export function parsePreparedHtml(html: string, prepare: (body: Element) => void): Node {
  try {
    checkTags(html)
    const { document, Element } = parseHTML('<!doctype html><html><head></head><body></body></html>')
    installFastSelectors(Element)
    const body = document.createElement('div')
    // A wrapper element is needed: many top-level siblings would be passed as call arguments and overflow the stack.
    body.innerHTML = `<${wrapperTag}>${html}</${wrapperTag}>`
    checkDepth(body)
    prepare(body.firstElementChild ?? body)
    splitListsByValue(body)
    replacePicturesByLinks(body)
    makeTablesRectangular(body)
    const node = DOMParser.fromSchema(documentSchema()).parse(body)
    node.check()
    return node
  } catch (error) {
    // The parser is recursive. If it overflows the stack although the nesting was checked, the document has
    // too many elements.
    if (error instanceof RangeError) throw new AppError('too_large', 'The document has too many parts.')
    throw error
  }
}

let isPatched = false

function installFastSelectors({ prototype }: typeof Element): void {
  if (isPatched) return
  isPatched = true
  Reflect.set(prototype, 'matches', withCachedSelectors(prototype.matches))
}

/** Tag of the element that wraps the parsed HTML. HTML does not define this tag. */
const wrapperTag = 'x-document'

/**
 * Maximum number of HTML elements. This maximum is above the maximum number of document parts, because many
 * elements do not become a part of the document.
 */
const mostElements = 4 * maxStructs

/**
 * Checks the tags before parsing. Too many elements would take seconds and hundreds of megabytes, and unclosed
 * elements take quadratic time. Elements with optional end tags are not counted as open.
 */
function checkTags(html: string): void {
  let open = 0
  let elements = 0
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)/gi)) {
    if (slash === '') elements++
    if (elements > mostElements) throw new AppError('too_large', 'The document has too many parts.')
    if (optionalEndTags.has(name.toLowerCase())) continue
    open = slash === '' ? open + 1 : Math.max(0, open - 1)
    if (open > maxDocumentDepth * 4) throw new InvalidDocument('The document is nested too deeply.')
  }
}

const optionalEndTags = new Set([
  ...voidTags,
  ...['p', 'li', 'dt', 'dd', 'option', 'optgroup', 'html', 'body'],
  ...['td', 'th', 'tr', 'thead', 'tbody', 'tfoot', 'colgroup'],
])

/**
 * Throws if elements are nested too deeply. HTML elements may nest deeper than blocks, but recursion must end
 * before the stack overflows.
 */
function checkDepth(root: Element): void {
  let level: Element[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDocumentDepth * 4) throw new InvalidDocument('The document is nested too deeply.')
    level = level.flatMap((element) => [...element.children])
  }
}
