import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { project } from './project.mjs'

/**
 * A node of the syntax tree (ESTree).
 * @typedef {{ type: string } & Record<string, any>} Node
 */

/**
 * Functions that create an error, with the position of the message in their arguments.
 * @type {Record<string, number>}
 */
const creators = { AppError: 1, notFound: 0, forbidden: 0, invalid: 1, conflict: 0 }

/** Names of properties that contain a message: `error` of zod schemas, and `message` of their refinements. */
const properties = new Set(['error', 'message'])

/**
 * Returns the messages of errors that the server sends, sorted. A message is a sentence in the sources: a literal, or a
 * template whose values become placeholders, such as `You can have at most {{stickiesLimit}} stickies.`
 * @returns {string[]}
 */
export function messagesInSources() {
  /** @type {Set<string>} */
  const found = new Set()
  for (const path of globSync(['api/**/*.ts', 'common/**/*.ts', 'realtime/**/*.ts'], { cwd: project })) {
    const text = readFileSync(join(project, path), 'utf8')
    if (!/AppError|notFound\(|forbidden\(|invalid\(|conflict\(|error: |message: /.test(text)) continue
    walk(parseSync(path, text).program, (node) => {
      for (const message of messagesOf(node)) found.add(message)
    })
  }
  return [...found].sort()
}

/**
 * @param {unknown} value
 * @param {(node: Node) => void} visit
 */
function walk(value, visit) {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) visit(/** @type {Node} */ (value))
    for (const each of Object.values(value)) walk(each, visit)
  }
}

/**
 * @param {Node} node
 * @returns {string[]}
 */
function messagesOf(node) {
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const at = creators[node['callee'].name]
    return at === undefined ? [] : textsOf(node['arguments'][at])
  }
  if (node.type === 'Property' && properties.has(node['key'].name)) return textsOf(node['value'])
  if (node.type === 'AssignmentPattern' && node['left'].name === 'message') return textsOf(node['right'])
  return []
}

/**
 * Returns the texts of an expression. A conditional expression has two.
 * @param {Node | undefined} node
 * @returns {string[]}
 */
function textsOf(node) {
  if (node?.type === 'ConditionalExpression')
    return [...textsOf(node['consequent']), ...textsOf(node['alternate'])]
  if (node?.type === 'Literal') return isMessage(node['value']) ? [node['value']] : []
  if (node?.type !== 'TemplateLiteral') return []
  /** @type {string[]} */
  const parts = node['quasis'].map((/** @type {Node} */ { value }) => value.cooked)
  const text = parts
    .map((part, at) => part + (at < parts.length - 1 ? `{{${nameOf(node['expressions'][at])}}}` : ''))
    .join('')
  return isMessage(text) ? [text] : []
}

/**
 * Returns a name for the value of an expression.
 * @param {Node} node
 * @returns {string}
 */
function nameOf(node) {
  if (node.type === 'Identifier') return node['name']
  if (node.type === 'MemberExpression') return nameOf(node['property'])
  return node.type === 'CallExpression' ? nameOf(node['callee']) : 'value'
}

/**
 * Returns whether a text is a sentence. Upper case codes are not, and neither are templates that consist of values.
 * @param {unknown} text
 */
function isMessage(text) {
  if (typeof text !== 'string' || !/^(\{\{|[A-Z“])/.test(text)) return false
  const words = text.replace(/\{\{\w+\}\}/g, '')
  return /[a-z]{2}/.test(words) && /\s/.test(text)
}
