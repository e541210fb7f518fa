import { DOMParser, type Node } from '@tiptap/pm/model'
import { parseHTML } from 'linkedom'
import { maxDepth } from '#common/document/limits.ts'
import { InvalidDocument } from '#common/document/parse-json.ts'
import { documentSchema } from '#common/document/schema.ts'

/**
 * A document of the HTML that a REST client sends, by the rules of the same extensions that parse it in an editor: what the
 * schema does not know is dropped and its text stays. Throws `InvalidDocument` for HTML nested beyond all use.
 */
export function nodeFromHtml(html: string): Node {
  try {
    const { document } = parseHTML('<!doctype html><html><head></head><body></body></html>')
    const body = document.createElement('div')
    body.innerHTML = html
    checkDepth(body)
    const node = DOMParser.fromSchema(documentSchema()).parse(body)
    node.check()
    return node
  } catch (error) {
    // The parser recurses too; where it runs out of stack, the nesting was beyond all use.
    if (error instanceof RangeError) throw new InvalidDocument('The document is nested too deeply.')
    throw error
  }
}

/** Elements nest deeper than blocks do (a span in a span), but a recursion has to end before the stack does. */
function checkDepth(root: Element): void {
  let level: Element[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth * 4) throw new InvalidDocument('The document is nested too deeply.')
    level = level.flatMap((element) => [...element.children])
  }
}
