import type { Node } from '@tiptap/pm/model'
import { maxDocumentDepth } from './limits.ts'
import { documentSchema } from './schema.ts'

/** Thrown for content that does not match the schema. The message describes the problem. */
export class InvalidDocument extends Error {}

/**
 * Parses a document that was sent as editor JSON. All nodes and attributes are validated, because renderers
 * expect plain values as attributes. Throws `InvalidDocument`.
 */
export function nodeFromJson(json: unknown): Node {
  checkShape(json, 0)
  try {
    const node = documentSchema().nodeFromJSON(json)
    if (node.type !== documentSchema().topNodeType) throw new RangeError('The outermost node must be a doc.')
    node.check()
    return node
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw new InvalidDocument(error.message)
    throw error
  }
}

function checkShape(json: unknown, depth: number): void {
  if (depth > maxDocumentDepth) throw new InvalidDocument('The document is nested too deeply.')
  if (!isRecord(json) || typeof json.type !== 'string')
    throw new InvalidDocument('Every node must be an object with a type.')
  checkAttributes(json.attrs)
  for (const mark of listOf(json.marks, 'marks')) {
    if (!isRecord(mark) || typeof mark.type !== 'string')
      throw new InvalidDocument('Every mark must be an object with a type.')
    checkAttributes(mark.attrs)
  }
  for (const child of listOf(json.content, 'content')) checkShape(child, depth + 1)
}

function checkAttributes(attrs: unknown): void {
  if (attrs === undefined || attrs === null) return
  if (!isRecord(attrs)) throw new InvalidDocument('Attributes must be an object.')
  for (const [name, value] of Object.entries(attrs)) {
    if (typeof value === 'object' && value !== null)
      throw new InvalidDocument(`The attribute ${name} must be a plain value.`)
  }
}

function listOf(value: unknown, name: string): unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new InvalidDocument(`${name} must be a list.`)
  return value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
