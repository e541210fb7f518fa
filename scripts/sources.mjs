import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { projectFolder } from './project.mjs'

/**
 * A node of the syntax tree (ESTree).
 * @typedef {{ type: string } & Record<string, any>} Node
 */

/**
 * A source file. `constants` contains the values of variables, and `functions` the functions, both by name. `imports`
 * contains where imported names are declared.
 * @typedef {object} Source
 * @property {string} path
 * @property {string} text
 * @property {Node} program
 * @property {Map<string, Node[]>} constants
 * @property {Map<string, Node[]>} functions
 * @property {Map<string, { path: string, name: string }>} imports
 */

/**
 * Reads the sources of the server.
 * @returns {Map<string, Source>} by path
 */
export function readSources() {
  const paths = globSync(['api/**/*.ts', 'common/**/*.ts', 'realtime/**/*.ts'], { cwd: projectFolder })
  return new Map(
    paths.map((path) => [path, readSource(path, readFileSync(join(projectFolder, path), 'utf8'))]),
  )
}

/**
 * Parses a source file.
 * @param {string} path
 * @param {string} text
 * @returns {Source}
 */
export function readSource(path, text) {
  const program = /** @type {Node} */ (/** @type {unknown} */ (parseSync(path, text).program))
  /** @type {Source} */
  const source = { path, text, program, constants: new Map(), functions: new Map(), imports: new Map() }
  walk(program, [], (node) => declare(source, node))
  return source
}

/**
 * @param {Source} source
 * @param {Node} node
 */
function declare({ path, constants, functions, imports }, node) {
  if (node.type === 'FunctionDeclaration') add(functions, node['id'].name, node)
  if (node.type === 'VariableDeclarator' && node['init'] !== null && node['id'].type === 'Identifier')
    add(isFunction(node['init']) ? functions : constants, node['id'].name, node['init'])
  if (node.type !== 'ImportDeclaration') return
  for (const specifier of node['specifiers'])
    if (specifier.type === 'ImportSpecifier')
      imports.set(specifier.local.name, {
        path: pathOfImport(path, node['source'].value),
        name: specifier.imported.name,
      })
}

/**
 * @param {string} from
 * @param {string} wanted
 */
function pathOfImport(from, wanted) {
  return wanted.startsWith('#') ? wanted.slice(1) : join(dirname(from), wanted)
}

/**
 * @template T
 * @param {Map<string, T[]>} map
 * @param {string} name
 * @param {T} value
 */
function add(map, name, value) {
  map.set(name, [...(map.get(name) ?? []), value])
}

/**
 * Visits all nodes below a value.
 * @param {unknown} value
 * @param {Node[]} above the functions that contain the node, the innermost last
 * @param {(node: Node, above: Node[]) => void} visit
 */
export function walk(value, above, visit) {
  if (Array.isArray(value)) {
    for (const each of value) walk(each, above, visit)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const node = /** @type {Node} */ (value)
  if ('type' in node) visit(node, above)
  const inner = 'type' in node && isFunction(node) ? [...above, node] : above
  for (const each of Object.values(node)) walk(each, inner, visit)
}

/** @param {Node} node */
export function isFunction(node) {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type)
}
