import { DOMParser, type Node } from '@tiptap/pm/model'
import { parseHTML } from 'linkedom'
import { voidTags } from '#common/documents/content/html.ts'
import { maxDepth } from '#common/documents/content/limits.ts'
import { splitListsByValue } from '#common/documents/content/list-items.ts'
import { InvalidDocument } from '#common/documents/content/parse-json.ts'
import { linkPictures } from '#common/documents/content/pictures.ts'
import { documentSchema } from '#common/documents/content/schema.ts'
import { squareTables } from '#common/documents/content/tables.ts'
import { maxStructs } from '#common/documents/content/updates.ts'
import { AppError } from '#common/platform/errors.ts'
import { quickly } from './quick-matches.ts'

/**
 * A document of the HTML that a REST client sends, by the rules of the same extensions that parse it in an editor: what the
 * schema does not know is dropped and its text stays. Throws `InvalidDocument` for HTML nested beyond all use, `too_large` for too much.
 */
export function nodeFromHtml(html: string): Node {
  return nodeOfElements(html, () => {})
}

/** The same, of elements that are made ready before they are read. */
export function nodeOfElements(html: string, prepare: (body: Element) => void): Node {
  try {
    checkTags(html)
    const { document, Element } = parseHTML('<!doctype html><html><head></head><body></body></html>')
    compareTagsFirst(Element)
    const body = document.createElement('div')
    // Put in one by one below an element of their own: as arguments of one call, many siblings would be more than the stack holds.
    body.innerHTML = `<${around}>${html}</${around}>`
    checkDepth(body)
    prepare(body.firstElementChild ?? body)
    splitListsByValue(body)
    linkPictures(body)
    squareTables(body)
    const node = DOMParser.fromSchema(documentSchema()).parse(body)
    node.check()
    return node
  } catch (error) {
    // The parser recurses too; what it runs out of stack with has passed the checks of nesting, so there is too much of it.
    if (error instanceof RangeError) throw new AppError('too_large', 'The document has too many parts.')
    throw error
  }
}

let isQuick = false

function compareTagsFirst({ prototype }: typeof Element): void {
  if (isQuick) return
  isQuick = true
  Reflect.set(prototype, 'matches', quickly(prototype.matches))
}

/** No element that a document knows or that ends another, so what is in it is parsed as without it. */
const around = 'x-document'

/** Some make no part of a document, or several make one. */
const mostElements = 4 * maxStructs

/**
 * Before it is parsed: more elements than any document has take seconds and hundreds of megabytes until that is known, and what opens
 * thousands and closes none takes the parser time that grows with the square of their number. Elements that may be left open are not counted there.
 */
function checkTags(html: string): void {
  let open = 0
  let elements = 0
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)/gi)) {
    if (slash === '') elements++
    if (elements > mostElements) throw new AppError('too_large', 'The document has too many parts.')
    if (leftOpen.has(name.toLowerCase())) continue
    open = slash === '' ? open + 1 : Math.max(0, open - 1)
    if (open > maxDepth * 4) throw new InvalidDocument('The document is nested too deeply.')
  }
}

const leftOpen = new Set([
  ...voidTags,
  ...['p', 'li', 'dt', 'dd', 'option', 'optgroup', 'html', 'body'],
  ...['td', 'th', 'tr', 'thead', 'tbody', 'tfoot', 'colgroup'],
])

/** Elements nest deeper than blocks do (a span in a span), but a recursion has to end before the stack does. */
function checkDepth(root: Element): void {
  let level: Element[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth * 4) throw new InvalidDocument('The document is nested too deeply.')
    level = level.flatMap((element) => [...element.children])
  }
}
