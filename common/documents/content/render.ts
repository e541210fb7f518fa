import { Fragment, Mark, type Node } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { bodyFragmentName } from './fragment.ts'
import { nodeToHtml } from './html.ts'
import { leafText } from './leaf-text.ts'
import { maxDocumentDepth } from './limits.ts'
import { mentionedIds } from './mention.ts'
import { linkedPageIds } from './page-links.ts'
import { documentSchema } from './schema.ts'

export interface RenderedDocument {
  html: string
  json: Record<string, unknown>
  /** Plain text. A mention is `@` and an id, because the document does not contain names. */
  text: string
  /** Ids of the users and teamspaces that the document mentions, in the order of the text. */
  mention_ids: string[]
  /** Ids of the pages to which the document links. */
  page_ids: string[]
}

/** Renders a document as HTML, JSON and plain text, and collects its mentions and links to pages. */
export function renderDocument(doc: Y.Doc): RenderedDocument {
  return renderNode(nodeFromYDoc(doc))
}

export function renderNode(node: Node): RenderedDocument {
  return {
    html: nodeToHtml(node),
    json: node.toJSON(),
    text: textOf(node),
    mention_ids: mentionedIds(node),
    page_ids: linkedPageIds(node),
  }
}

/**
 * Returns the body as a ProseMirror document. Clients can send any Yjs structure, so nodes that the schema
 * does not know or allow are left out, as in the editor. The result always passes ProseMirror's `check()`.
 */
export function nodeFromYDoc(doc: Y.Doc): Node {
  const { topNodeType, nodes } = documentSchema()
  const children = nodesOf(doc.getXmlFragment(bodyFragmentName).toArray(), 0)
  const blocks = children.flatMap((child) =>
    child.isBlock ? child : (nodes.paragraph?.createAndFill(null, child) ?? []),
  )
  const fitting = blocks.filter((block) => topNodeType.contentMatch.matchType(block.type))
  return (
    topNodeType.createAndFill(null, fitting) ?? topNodeType.createChecked(null, nodes.paragraph?.create())
  )
}

function nodesOf(types: unknown[], depth: number): Node[] {
  if (depth > maxDocumentDepth) return []
  return types.flatMap((type) => {
    if (type instanceof Y.XmlText) return textNodesOf(type)
    return type instanceof Y.XmlElement ? elementNodesOf(type, depth) : []
  })
}

function elementNodesOf(element: Y.XmlElement, depth: number): Node[] {
  const type = documentSchema().nodes[element.nodeName]
  if (!type || type.isText) return []
  const attributes: Record<string, unknown> = Object.fromEntries(
    Object.entries(element.getAttributes()).flatMap(([name, value]) =>
      isScalar(value) ? [[name, storable(value)]] : [],
    ),
  )
  const content = Fragment.from(nodesOf(element.toArray(), depth + 1))
  try {
    return [type.createChecked(attributes, content)]
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

function textNodesOf(text: Y.XmlText): Node[] {
  const delta: Array<{ insert?: unknown; attributes?: Record<string, unknown> }> = text.toDelta()
  return delta.flatMap(({ insert, attributes }) =>
    typeof insert === 'string' && storable(insert) !== ''
      ? documentSchema().text(storable(insert), marksOf(attributes ?? {}))
      : [],
  )
}

function marksOf(attributes: Record<string, unknown>): readonly Mark[] {
  let marks = Mark.none
  for (const [name, value] of Object.entries(attributes)) {
    // If a text can have a mark of the same name twice, y-prosemirror appends a hash to the name. Remove the
    // hash.
    const type = documentSchema().marks[name.replace(/--[a-zA-Z0-9+/=]{8}$/, '')]
    if (!type || value === null || value === false) continue
    const scalars =
      typeof value === 'object'
        ? Object.entries(value).flatMap(([key, inner]) => (isScalar(inner) ? [[key, storable(inner)]] : []))
        : []
    marks = type.create(Object.fromEntries(scalars)).addToSet(marks)
  }
  return marks
}

function textOf(node: Node): string {
  return node.textBetween(0, node.content.size, '\n', (leaf) => leafText(leaf)).trim()
}

/**
 * Removes characters that PostgreSQL cannot store (NUL and lone surrogates). Otherwise the document could
 * never be saved.
 */
function storable<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  )
}
