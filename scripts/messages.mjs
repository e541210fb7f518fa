import { readSources, walk } from './sources.mjs'

/**
 * @import { Node, Source } from './sources.mjs'
 */

/**
 * The result of following an expression: its texts, the parameters of functions whose callers pass the text, and the
 * parts that cannot be traced.
 * @typedef {{ texts: string[], parameters: { name: string, at: number }[], lost: string[] }} Trace
 */

/**
 * An expression at its place: in a source, inside functions.
 * @typedef {{ sources: Map<string, Source>, source: Source, above: Node[] }} Place
 */

/**
 * Functions that create an error, with the position of the message in their arguments. Functions that pass a parameter
 * to one of them are found in the sources.
 * @type {Record<string, number>}
 */
export const creators = {
  ...{ AppError: 1, notFound: 0, forbidden: 0, invalid: 1 },
  ...{
    InvalidDocument: 0,
    ExternalResourceUnreadable: 0,
    renderErrorPage: 0,
    UnusablePayload: 0,
    ForgeRequestError: 0,
    MissingSyncActor: 0,
  },
}

/**
 * Name of the class for errors of outgoing requests. A message of this class that starts with a small letter is only
 * written to the log, so it is not translated.
 */
const technical = 'ExternalResourceUnreadable'

/** Names of properties that contain a message: `error` of zod schemas, `message` of refinements, and stored errors. */
const properties = new Set(['error', 'message', 'last_error'])

/** Names of the methods of zod schemas that check values. A sentence as the last argument is the error message. */
const checks = new Set(
  'string number boolean array union enum literal refine regex min max length nonempty email url date'.split(
    ' ',
  ),
)

/** Files whose messages only programs can cause, because the client never sends such requests. */
const filesForPrograms = new Set([
  'api/documents/files/owner-in-workspace.ts',
  'api/platform/config/config.ts',
  'common/documents/content/parse-json.ts',
  'common/identity/api-tokens/rules.ts',
  'common/sharing/exports/calls.ts',
  'common/work/listing/rich-filters.ts',
  'common/work/listing/request-filters.ts',
  'common/work/reactions/calls.ts',
])

/** Folders of APIs that the client does not use: the token API and the MCP server. */
const foldersForPrograms = ['api/sharing/token-api/', 'api/sharing/mcp/']

/** @type {(path: string) => boolean} */
const isForPrograms = (path) =>
  filesForPrograms.has(path) || foldersForPrograms.some((folder) => path.startsWith(folder))

/**
 * Matches messages about codes, ids and query parameters. Only programs cause these errors, so the messages are not
 * translated.
 */
const checkedForPrograms =
  /^(Invalid (?!URL)|Unknown |There is no such |Send |Issues? |New Cycle Id|Widget not found|An anchor|An order|The (source|status|UTC offset|position) |Workspace Slug)/

/** Name of the property that contains the error messages of an entity, as in `type.messages.notFound`. */
const messageTables = 'messages'

/**
 * Messages that cannot be traced, because they are not ours or because the client does not show them.
 * @type {Record<string, string>}
 */
const accepted = {
  'api/operation/instance/test-email.ts: withoutSecrets(error instanceof Error ? error.message : String(error))':
    'The mail server or the network reported it.',
  'common/identity/sign-in/errors.ts: `${words.charAt(0).toUpperCase()}${words.slice(1)}.`':
    'The client has a text for each error code.',
}

/**
 * Returns the messages of errors that the server sends, sorted. A message is a sentence in the sources: a literal, or a
 * template whose values become placeholders, such as `You can have at most {{stickiesLimit}} stickies.`
 * @param {Map<string, Source>} [sources]
 * @returns {string[]}
 */
export function findErrorMessagesInSources(sources = readSources()) {
  return [...readMessages(sources).found].sort()
}

/**
 * Returns the places that create an error whose message cannot be traced to sentences in the sources. Nobody could
 * translate such a message.
 * @param {Map<string, Source>} [sources]
 * @returns {string[]} the path and the expression of each
 */
export function untracedMessages(sources = readSources()) {
  return [...readMessages(sources).lost].filter((place) => accepted[place] === undefined).sort()
}

/** Placeholders of messages that are replaced by numbers. */
const numbers = /^(max|min|limit|used|status|count|length|named|max[A-Z]\w+|\w+(Limit|Length))$/

/**
 * Placeholders for names and addresses of people, projects, settings and headers, and for reasons that other
 * servers give.
 */
const names = new Set('email shortened host key mutationHeader name path project workspace reason'.split(' '))

/**
 * Returns the messages that insert something else than numbers and names. An inserted English word would stay English in
 * every language, so such a message needs a whole sentence for each case.
 * @param {Iterable<string>} messages
 * @returns {string[]}
 */
export function messagesWithWords(messages) {
  return [...messages].filter((message) =>
    [...message.matchAll(/\{\{(\w+)\}\}/g)].some(([, name = '']) => !numbers.test(name) && !names.has(name)),
  )
}

/**
 * Passes over the sources again as long as it finds functions that take a message as a parameter.
 * @param {Map<string, Source>} sources
 */
function readMessages(sources) {
  /** @type {Map<string, Set<number>>} */
  const known = new Map(Object.entries(creators).map(([name, at]) => [name, new Set([at])]))
  /** @type {Set<string>} */
  const found = new Set()
  /** @type {Set<string>} */
  const lost = new Set()
  for (let more = true; more; ) {
    more = false
    for (const source of sources.values()) {
      if (isForPrograms(source.path)) continue
      walk(source.program, [], (node, above) => {
        const { texts, parameters, lost: untraced } = messagesOf({ sources, source, above }, node, known)
        for (const text of texts) found.add(text)
        for (const part of untraced) lost.add(`${source.path}: ${part}`)
        for (const { name, at } of parameters) {
          const positions = known.get(name) ?? new Set()
          more ||= !positions.has(at)
          known.set(name, positions.add(at))
        }
      })
    }
  }
  return { found, lost }
}

/** @type {Trace} */
const nothing = { texts: [], parameters: [], lost: [] }

/**
 * @param {Place} place
 * @param {Node} node
 * @param {Map<string, Set<number>>} known
 * @returns {Trace}
 */
function messagesOf(place, node, known) {
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const { name } = node['callee']
    const positions = [...(known.get(name) ?? [])]
    const traced = all(positions.map((at) => trace(place, node['arguments'][at], [])))
    const texts = name === technical ? traced.texts.filter(isMessage) : traced.texts
    return all([checkOf(place, node), { ...traced, texts }])
  }
  if (node.type === 'Property' && !node['computed'] && properties.has(node['key'].name))
    return { ...nothing, texts: trace(place, node['value'], []).texts.filter(isMessage) }
  if (node.type === 'Property' && !node['computed'] && node['key'].name === messageTables)
    return node['value'].type === 'ObjectExpression' ? trace(place, node['value'], []) : nothing
  if (node.type === 'AssignmentPattern' && node['left'].name === 'message')
    return trace(place, node['right'], [])
  return nothing
}

/**
 * Returns the message of a check of a zod schema.
 * @param {Place} place
 * @param {Node} node
 * @returns {Trace}
 */
function checkOf(place, node) {
  const last = node['arguments'].at(-1)
  const isCheck = checks.has(node['callee'].property?.name) && /from 'zod'/.test(place.source.text)
  const isText = ['Literal', 'TemplateLiteral'].includes(last?.type)
  // A variable as the only argument is a schema or a limit, and not a message.
  if (!isCheck || !(isText || (last?.type === 'Identifier' && node['arguments'].length > 1))) return nothing
  const { texts, parameters } = trace(place, last, [])
  const shown = texts.filter((text) => isMessage(text) && !checkedForPrograms.test(text))
  return { texts: shown, parameters, lost: [] }
}

/**
 * @param {Trace[]} traces
 * @returns {Trace}
 */
function all(traces) {
  return {
    texts: traces.flatMap(({ texts }) => texts),
    parameters: traces.flatMap(({ parameters }) => parameters),
    lost: traces.flatMap(({ lost }) => lost),
  }
}

/**
 * Finds the texts that an expression can have as its value.
 * @param {Place} place
 * @param {Node | undefined} node
 * @param {Node[]} seen expressions that are already being followed. They are skipped, because recursion would not end
 * @returns {Trace}
 */
function trace(place, node, seen) {
  if (node === undefined || seen.includes(node) || isForPrograms(place.source.path)) return nothing
  const on = [...seen, node]
  const parts = innerExpressions[node.type]?.(node)
  if (parts !== undefined) return all(parts.map((part) => trace(place, part, on)))
  if (node.type === 'Literal') return textOnly(node['value'])
  if (node.type === 'TemplateLiteral') return traceTemplate(place, node)
  if (node.type === 'Identifier') return traceName(place, node, on)
  if (node.type === 'MemberExpression') return traceMember(place, node, on)
  if (node.type === 'CallExpression' && node['callee'].type === 'Identifier') {
    const called = functionsNamed(place, node['callee'].name)
    if (called.length > 0)
      return all(called.map(({ at, value }) => all(returnsOf(value).map((each) => trace(at, each, on)))))
  }
  return lostAt(place, node)
}

/**
 * Expressions whose value is that of one of their parts.
 * @type {Record<string, (node: Node) => Node[]>}
 */
const innerExpressions = {
  ConditionalExpression: (node) => [node['consequent'], node['alternate']],
  LogicalExpression: (node) => (node['operator'] === '&&' ? [node['right']] : [node['left'], node['right']]),
  AwaitExpression: (node) => [node['argument']],
  TSAsExpression: (node) => [node['expression']],
  TSSatisfiesExpression: (node) => [node['expression']],
  ParenthesizedExpression: (node) => [node['expression']],
  ChainExpression: (node) => [node['expression']],
  ObjectExpression: (node) =>
    node['properties'].map((/** @type {Node} */ each) => each['value'] ?? each['argument']),
  ArrayExpression: (node) => node['elements'],
  ArrowFunctionExpression: (node) => returnsOf(node),
  FunctionExpression: (node) => returnsOf(node),
  FunctionDeclaration: (node) => returnsOf(node),
}

/**
 * @param {Node} node a function
 * @returns {Node[]} the expressions that it returns
 */
function returnsOf(node) {
  if (node['body'].type !== 'BlockStatement') return [node['body']]
  /** @type {Node[]} */
  const found = []
  walk(node['body'], [], (inner, above) => {
    if (inner.type === 'ReturnStatement' && above.length === 0 && inner['argument'])
      found.push(inner['argument'])
  })
  return found
}

/**
 * @param {Place} place
 * @param {Node} node
 * @returns {Trace}
 */
function traceTemplate(place, node) {
  /** @type {string[]} */
  const parts = node['quasis'].map((/** @type {Node} */ { value }) => value.cooked)
  const text = parts
    .map((part, at) => part + (at < parts.length - 1 ? `{{${nameOf(node['expressions'][at])}}}` : ''))
    .join('')
  return isMessage(text) ? textOnly(text) : lostAt(place, node)
}

/**
 * @param {Place} place
 * @param {Node} node
 * @param {Node[]} seen
 * @returns {Trace}
 */
function traceName(place, node, seen) {
  const name = node['name']
  if (name === 'undefined') return nothing
  const parameter = parameterOf(place, name)
  if (parameter !== null) return { ...nothing, parameters: [parameter] }
  const values = [...constantsNamed(place, name), ...functionsNamed(place, name)]
  if (values.length > 0) return all(values.map(({ at, value }) => trace(at, value, seen)))
  // The variable may be destructured from an object with messages. These messages are found in the object itself.
  return properties.has(name) ? nothing : lostAt(place, node)
}

/**
 * Follows `refusals[problem]` and `messages.archived` to all or one of the values. The sentences of `error.message` and
 * of `type.messages.notFound` are found where they are written.
 * @param {Place} place
 * @param {Node} node
 * @param {Node[]} seen
 * @returns {Trace}
 */
function traceMember(place, node, seen) {
  const { object, property, computed } = node
  if (!computed && properties.has(property.name)) return nothing
  if (nameOf(object) === messageTables && constantsNamed(place, messageTables).length === 0) return nothing
  if (object.type !== 'Identifier') return lostAt(place, node)
  const values = constantsNamed(place, object.name).flatMap(({ at, value }) => {
    const inner = withoutTypes(value)
    if (inner.type !== 'ObjectExpression') return []
    const one = inner['properties'].find((/** @type {Node} */ each) => each['key']?.name === property.name)
    return [{ at, value: computed || one === undefined ? inner : one.value }]
  })
  if (values.length > 0) return all(values.map(({ at, value }) => trace(at, value, seen)))
  const parameter = parameterOf(place, object.name)
  return parameter === null ? lostAt(place, node) : { ...nothing, parameters: [parameter] }
}

/**
 * @param {Node} node
 * @returns {Node}
 */
function withoutTypes(node) {
  return /^TS(As|Satisfies)Expression$/.test(node.type) ? withoutTypes(node['expression']) : node
}

/**
 * Returns the parameter with this name of the innermost function that has one, if the function has a name.
 * @param {Place} place
 * @param {string} name
 */
function parameterOf({ source, above }, name) {
  for (const one of above.toReversed()) {
    const at = one['params'].findIndex(
      (/** @type {Node} */ each) => (each.type === 'AssignmentPattern' ? each['left'] : each).name === name,
    )
    if (at < 0) continue
    const [called] = [...source.functions].find(([, functions]) => functions.includes(one)) ?? []
    return called === undefined ? null : { name: called, at }
  }
  return null
}

/**
 * @param {Place} place
 * @param {string} name
 * @returns {{ at: Place, value: Node }[]}
 */
function constantsNamed(place, name) {
  return declared(place, name, 'constants')
}

/**
 * @param {Place} place
 * @param {string} name
 * @returns {{ at: Place, value: Node }[]}
 */
function functionsNamed(place, name) {
  return declared(place, name, 'functions').map(({ at, value }) => ({ at: { ...at, above: [value] }, value }))
}

/**
 * @param {Place} place
 * @param {string} name
 * @param {'constants' | 'functions'} kind
 * @returns {{ at: Place, value: Node }[]}
 */
function declared(place, name, kind) {
  const own = place.source[kind].get(name)
  if (own !== undefined) return own.map((value) => ({ at: place, value }))
  const imported = place.source.imports.get(name)
  const from = imported && place.sources.get(imported.path)
  if (imported === undefined || from === undefined) return []
  const at = { ...place, source: from, above: [] }
  return (from[kind].get(imported.name) ?? []).map((value) => ({ at, value }))
}

/**
 * @param {Place} place
 * @param {Node} node
 * @returns {Trace}
 */
function lostAt({ source }, node) {
  return { ...nothing, lost: [source.text.slice(node['start'], node['end']).replace(/\s+/g, ' ')] }
}

/**
 * @param {unknown} text
 * @returns {Trace}
 */
function textOnly(text) {
  return isMessage(text) || isFragment(text) ? { ...nothing, texts: [text] } : nothing
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
 * Returns whether a text has words and starts with a small letter. It is a message only as the argument of a function
 * that creates an error.
 * @param {unknown} text
 * @returns {text is string}
 */
function isFragment(text) {
  return typeof text === 'string' && /^[a-z].*[a-z]{2}\s+[a-z]{2}/.test(text)
}

/**
 * Returns whether a text is a sentence. Upper case codes are not, and neither are templates that consist of values.
 * @param {unknown} text
 * @returns {text is string}
 */
function isMessage(text) {
  if (typeof text !== 'string' || !/^(\{\{|[A-Z“])/.test(text)) return false
  const words = text.replace(/\{\{\w+\}\}/g, '')
  return /[a-z]{2}/.test(words) && /\s/.test(text)
}
