import {
  type ContentMatch,
  Fragment,
  type Mark,
  type MarkType,
  type Node,
  type NodeType,
} from '@tiptap/pm/model'
import fc from 'fast-check'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { renderNode } from '#common/documents/content/render.ts'
import { documentSchema } from '#common/documents/content/schema.ts'
import { colorNames } from '#common/platform/colors.ts'
import { newId } from '#common/platform/ids.ts'

type Attributes = Record<string, unknown>

const ids = [null, 'b-1', 'x_2']
const colors = [null, ...colorNames]
const person = newId()
const file = newId()

/**
 * Examples of attributes, by type of node or mark. Each example is a complete set, because one attribute may
 * limit another.
 */
const known: Record<string, Attributes[]> = {
  heading: choices({ level: [1, 2, 3, 4, 5, 6], textAlign: [null, 'center', 'right'], id: ids }),
  paragraph: choices({ textAlign: [null, 'left', 'center', 'right'], indent: [null, 2], id: ids }),
  orderedList: choices({ start: [1, 9], id: ids }),
  codeBlock: choices({ language: [null, 'ts', 'c++'], id: ids }),
  taskItem: choices({ checked: [true, false], id: ids }),
  callout: [
    { emoji: '128640', background: 'green' },
    { emoji: '9888-65039', id: 'c1' },
    { icon: 'Rocket', color: '#e5484d', background: 'light-blue' },
  ],
  emoji: [
    { name: 'wave', sign: '👋' },
    { name: 'tada', sign: '🎉' },
  ],
  video: [
    { host: 'youtube', video: '_-abcDEF123' },
    { host: 'vimeo', video: '76979871', id: 'v1' },
  ],
  inlineMath: ['x', 'a < b', '\\frac{a}{b} & c'].map((latex) => ({ latex })),
  blockMath: ['x^2', 'a < b\nb & c'].map((latex) => ({ latex })),
  date: [{ date: '2026-02-28' }, { date: '2031-12-01' }],
  mention: [{ entity_identifier: person }, { entity_identifier: person, id: newId() }],
  imageComponent: [
    { src: file },
    { src: file, alt: 'A <b> & "c"', width: 50, pixels: 1600, ratio: 1.3333, alignment: 'center', id: 'p1' },
    { src: file, caption: 'Below it', alignment: 'right', width: 100 },
  ],
  fileComponent: [
    { src: file, name: "plan (1) & 'b'.pdf", type: 'application/pdf', size: 1024, id: 'f1' },
    { src: file, name: 'file' },
    { src: file, name: '図面.dwg', size: 7 },
  ],
  syncedBlock: [{ block: person }, { block: file, id: 's1' }],
  syncedReference: [
    { page: person, block: file },
    { page: file, block: person, id: 's2' },
  ],
  column: [{}, {}, { width: 0.5 }, { width: 1.75 }],
  link: ['https://example.com/?a=1&b=(2)', 'mailto:ann@example.com', '/acme/x'].map((href) => ({ href })),
  textColor: colorNames.map((color) => ({ color })),
  backgroundColor: colorNames.map((color) => ({ color })),
  tableCell: choices({ background: colors, colwidth: [null, 120] }),
  tableHeader: choices({ background: colors, colwidth: [null, 120] }),
}

/**
 * Candidate values for attributes that have no example yet. Only values that survive a conversion to HTML and
 * back are used.
 */
const anyValue: unknown[] = [
  ...[
    null,
    true,
    false,
    1,
    2,
    3,
    50,
    'b-1',
    person,
    file,
    'ts',
    'center',
    'x^2 + \\frac{a}{b} < 3',
    'graph TD; a-->b',
  ],
  ...[
    '2026-11-26',
    '2026-11-26T10:00:00.000Z',
    'https://example.com/a?b=1',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  ],
  ...[
    'dQw4w9WgXcQ',
    'youtube',
    'plan.pdf',
    'application/pdf',
    'light-blue',
    'A few words',
    1024,
    0.5,
    120,
    '120',
  ],
]

function choices(attributes: Record<string, unknown[]>): Attributes[] {
  return Object.entries(attributes).reduce<Attributes[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  )
}

/** Generates documents from the schema itself, so that a new block is tested without further work. */
export function arbitrarySchemaDocument(): fc.Arbitrary<Node> {
  return fc.gen().map((draw) => {
    const random = {
      below: (limit: number) => draw(fc.nat, limit - 1),
      pick: <Value>(values: readonly Value[]) => values[draw(fc.nat, values.length - 1)] as Value,
      left: most,
    }
    return grown(documentSchema().topNodeType, 0, random)
  })
}

interface Draw {
  below(limit: number): number
  pick<Value>(values: readonly Value[]): Value
  /**
   * The number of optional blocks that may still be added. At 0, the generator adds only required content.
   */
  left: number
}

const deepest = 4
const most = 25

function grown(type: NodeType, depth: number, draw: Draw): Node {
  const attributes = draw.pick(examplesOf(type))
  if (type === documentSchema().nodes.table) return type.createChecked(attributes, rows(depth, draw))
  const content = type.inlineContent ? line(type, draw) : blocks(type, depth, draw)
  return type.createChecked(attributes, content)
}

function blocks(type: NodeType, depth: number, draw: Draw): Node[] {
  const children: Node[] = []
  for (let match: ContentMatch = type.contentMatch; ; ) {
    const mayEnd = match.validEnd && children.length > 0
    if (match.edgeCount === 0 || (mayEnd && (draw.left <= 0 || draw.below(3) === 0))) {
      const rest = match.fillBefore(Fragment.empty, true)
      return [...children, ...(rest?.content ?? [])]
    }
    const edges = Array.from({ length: match.edgeCount }, (_, at) => match.edge(at))
    const flat = edges.filter((edge) => edge.type.isTextblock || edge.type.isLeaf)
    const { type: next, next: after } = draw.pick(
      (depth >= deepest || draw.left <= 0) && flat.length > 0 ? flat : edges,
    )
    draw.left--
    children.push(grown(next, depth + 1, draw))
    match = after
  }
}

/**
 * Returns rows of equal length. The first cell may span other cells. The covered cells exist in the document
 * but are empty.
 */
function rows(depth: number, draw: Draw): Node[] {
  const { tableRow, tableHeader, tableCell } = documentSchema().nodes
  if (!tableRow || !tableHeader || !tableCell) throw new Error('there are no tables')
  const [width, height, heads] = [draw.below(3) + 1, draw.below(3) + 1, draw.below(2)]
  const merged = draw.pick(['none', 'across', 'down'])
  const [wide, high] = [merged === 'across' ? width : 1, merged === 'down' && width > 1 ? height : 1]
  const cell = (y: number, x: number): Node => {
    const type = y < heads ? tableHeader : tableCell
    if (y + x > 0 && x < wide && y < high) return type.createAndFill() ?? type.createChecked()
    const made = grown(type, depth + 1, draw)
    const spans = { colspan: wide > 1 ? wide : null, rowspan: high > 1 ? high : null }
    return y + x > 0 ? made : type.createChecked({ ...made.attrs, ...spans }, made.content)
  }
  return Array.from({ length: height }, (_, y) =>
    tableRow.createChecked(
      draw.pick(examplesOf(tableRow)),
      Array.from({ length: width }, (_each, x) => cell(y, x)),
    ),
  )
}

const words = ['One', 'a<b', '& so', '"c"', '漢字', '🚀 on', "it's", 'x']

/** Creates a line of text in which every space is between two words, because HTML drops other spaces. */
function line(type: NodeType, draw: Draw): Node[] {
  const { text, ...nodes } = documentSchema().nodes
  const leaves = Object.values(nodes).filter((one) => one.isLeaf && type.contentMatch.matchType(one))
  const parts: Node[] = []
  for (let count = draw.below(5); count > 0; count--) {
    const last = parts.at(-1)
    if (leaves.length > 0 && draw.below(4) === 0) {
      const leaf = draw.pick(leaves)
      parts.push(leaf.createChecked(draw.pick(examplesOf(leaf))))
    } else if (text && !last?.isText)
      parts.push(documentSchema().text(draw.pick(words), marksFor(type, draw)))
  }
  // HTML does not display a line break that is the last content of a block.
  while (parts.at(-1)?.type.name === 'hardBreak') parts.pop()
  return parts
}

function marksFor(type: NodeType, draw: Draw): readonly Mark[] {
  const allowed: MarkType[] = Object.values(documentSchema().marks).filter((mark) =>
    type.allowsMarkType(mark),
  )
  return allowed
    .filter(() => draw.below(5) === 0)
    .reduce<readonly Mark[]>((all, mark) => mark.create(draw.pick(examplesOf(mark))).addToSet(all), [])
}

const found = new Map<NodeType | MarkType, [Attributes, ...Attributes[]]>()

function examplesOf(type: NodeType | MarkType): [Attributes, ...Attributes[]] {
  const given =
    found.get(type) ?? (known[type.name] as [Attributes, ...Attributes[]] | undefined) ?? searched(type)
  found.set(type, given)
  return given
}

/**
 * Finds attribute values for a type without examples: values that a conversion to HTML and back preserves. If
 * it finds none, it returns the default values.
 */
function searched(type: NodeType | MarkType): [Attributes, ...Attributes[]] {
  const names = Object.keys(type.spec.attrs ?? {})
  if (names.length === 0 || !('createAndFill' in type)) return [{}]
  const tries = fc.sample(
    fc.record(Object.fromEntries(names.map((name) => [name, fc.option(fc.constantFrom(...anyValue))]))),
    600,
  )
  const kept = tries.map(withoutNull).filter((attributes) => isKept(type, attributes))
  return [kept[0] ?? {}, ...kept.slice(1, 40)]
}

const withoutNull = (attributes: Attributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null))

function isKept(type: NodeType, attributes: Attributes): boolean {
  try {
    const node = type.createAndFill(attributes)
    const holder = documentSchema().topNodeType
    const inner = node && (type.isInline ? documentSchema().nodes.paragraph?.create(null, node) : node)
    const document = inner && holder.createChecked(null, inner)
    return !!document && nodeFromHtml(renderNode(document).html).eq(document)
  } catch {
    return false
  }
}
