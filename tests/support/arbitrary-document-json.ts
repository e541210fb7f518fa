import fc from 'fast-check'
import { colorNames } from '#common/platform/colors.ts'
import { cleanFileName } from '#common/platform/file-name.ts'
import { newId } from '#common/platform/ids.ts'

export interface RandomNode {
  type: string
  attrs?: Record<string, unknown>
  text?: string
  marks?: { type: string; attrs?: Record<string, unknown> }[]
  content?: RandomNode[]
}

const hrefs = [
  'https://example.com/a_b',
  'https://example.com/?q=1&r=(2)',
  'mailto:ann@example.com',
  '/acme/x',
]
const signs = [...'*_~`[]()<>!#&|\\-+.:="\'{}^$%/ ab1é漢🚀']

/** Letters, spaces and every character with a meaning in Markdown. */
const anyText = fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 14 })

type RandomMark = NonNullable<RandomNode['marks']>[number]

const mark: fc.Arbitrary<RandomMark> = fc.oneof(
  fc.constantFrom('bold', 'italic', 'strike', 'underline').map((type) => ({ type })),
  fc.constantFrom(...hrefs).map((href) => ({ type: 'link', attrs: { href } })),
  fc.constantFrom(...colorNames).map((color) => ({ type: 'textColor', attrs: { color } })),
  fc.constantFrom(...colorNames).map((color) => ({ type: 'backgroundColor', attrs: { color } })),
)

const marks: fc.Arbitrary<RandomMark[]> = fc.oneof(
  { weight: 3, arbitrary: fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type }) },
  { weight: 1, arbitrary: fc.constant<RandomMark[]>([{ type: 'code' }]) },
)

const text: fc.Arbitrary<RandomNode> = fc
  .record({ text: anyText, marks })
  .map((each) => ({ type: 'text', ...each }))

/** Valid and invalid content of a formula. */
const tex = fc
  .oneof(
    anyText,
    fc.constantFrom('x', 'x_1^2', '\\frac{a}{b}', '\\|x\\|', '5\\$', '\\text{$a$}', 'a*b*c~[d]'),
  )
  .filter((text) => text.trim() !== '')

const leaf: fc.Arbitrary<RandomNode> = fc.oneof(
  fc.constantFrom({ type: 'hardBreak' }, { type: 'emoji', attrs: { name: 'wave', sign: '👋' } }),
  tex.map((latex) => ({ type: 'inlineMath', attrs: { latex } })),
  fc.constantFrom('2026-02-28', '2031-12-01').map((date) => ({ type: 'date', attrs: { date } })),
)

const inline = fc.array(fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: leaf }), {
  maxLength: 4,
})

const picture: fc.Arbitrary<RandomNode> = fc
  .record({
    alt: fc.option(anyText.map((words) => `A ${words}`)),
    caption: fc.option(anyText),
    width: fc.option(fc.integer({ min: 10, max: 100 })),
    alignment: fc.option(fc.constantFrom('center', 'right')),
  })
  .map((attrs) => ({ type: 'imageComponent', attrs: { src: newId(), ...attrs } }))

const file: fc.Arbitrary<RandomNode> = fc
  .record({
    name: anyText.map((words) => cleanFileName(`A ${words}.pdf`)),
    type: fc.constantFrom(null, 'application/pdf', 'image/svg+xml'),
    size: fc.option(fc.integer({ min: 1, max: 1e9 })),
  })
  .map((attrs) => ({ type: 'fileComponent', attrs: { src: newId(), ...attrs } }))

/** Generates documents with every block and mark of the schema, a few levels deep, as editor JSON. */
export function arbitraryDocumentJson(): fc.Arbitrary<RandomNode> {
  const { block } = fc.letrec<{ block: RandomNode; blocks: RandomNode[] }>((tie) => ({
    blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      paragraph(),
      fc
        .record({ level: fc.integer({ min: 1, max: 6 }), textAlign: side, indent, content: inline })
        .map(({ content, ...attrs }) => ({ type: 'heading', attrs, content })),
      code(),
      fc.constant({ type: 'horizontalRule' }),
      picture,
      file,
      fc.constantFrom(
        { type: 'video', attrs: { host: 'youtube', video: '_-abcDEF123' } },
        { type: 'video', attrs: { host: 'vimeo', video: '76979871' } },
        { type: 'video', attrs: { host: 'miro', video: 'uXjVN_-A2b8=' } },
        { type: 'liveBlock', attrs: { kind: 'contents' } },
        { type: 'liveBlock', attrs: { kind: 'pages' } },
        { type: 'liveBlock', attrs: { kind: 'items', project: newId(), view: newId() } },
        { type: 'syncedReference', attrs: { page: newId(), block: newId() } },
      ),
      fc
        .array(tex, { minLength: 1, maxLength: 3 })
        .map((lines) => ({ type: 'blockMath', attrs: { latex: lines.join('\n') } })),
      list('bulletList', 'listItem', tie('blocks')),
      list('orderedList', 'listItem', tie('blocks')),
      list('taskList', 'taskItem', tie('blocks')),
      table(),
      tie('blocks').map((content) => ({ type: 'blockquote', content })),
      tie('blocks').map((content) => ({ type: 'syncedBlock', attrs: { block: newId() }, content })),
      fc
        .record({
          content: tie('blocks'),
          attrs: fc.record({
            emoji: fc.constantFrom(null, '128221', '128161', '128640'),
            background: fc.constantFrom(null, ...colorNames),
          }),
        })
        .map((each) => ({ type: 'callout', ...each })),
      fc
        .array(fc.record({ content: tie('blocks'), width: fc.constantFrom(null, 0.5, 1.75) }), {
          minLength: 1,
          maxLength: 6,
        })
        .map((columns) => ({
          type: 'columns',
          content: columns.map(({ content, width }) => ({ type: 'column', attrs: { width }, content })),
        })),
      fc.tuple(inline, tie('blocks')).map(([line, content]) => ({
        type: 'details',
        content: [{ type: 'detailsSummary', content: line }, ...content],
      })),
    ),
  }))
  return fc.array(block, { minLength: 1, maxLength: 4 }).map((content) => ({ type: 'doc', content }))
}

const side = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom('center', 'right') },
)

const indent = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(1, 8) },
)

function paragraph(): fc.Arbitrary<RandomNode> {
  return fc
    .record({ textAlign: side, indent, content: inline })
    .map(({ content, ...attrs }) => ({ type: 'paragraph', attrs, content }))
}

function code(): fc.Arbitrary<RandomNode> {
  return fc
    .record({ language: fc.constantFrom(null, 'ts', 'c++'), lines: fc.array(anyText, { maxLength: 3 }) })
    .map(({ language, lines }) => ({
      type: 'codeBlock',
      attrs: { language },
      content: lines.length === 0 ? [] : [{ type: 'text', text: lines.join('\n') }],
    }))
}

function list(type: string, item: string, blocks: fc.Arbitrary<RandomNode[]>): fc.Arbitrary<RandomNode> {
  const one = fc
    .record({ first: paragraph(), below: fc.oneof(fc.constant([]), blocks), checked: fc.boolean() })
    .map(({ first, below, checked }) => ({
      type: item,
      ...(item === 'taskItem' && { attrs: { checked } }),
      content: [first, ...below],
    }))
  return fc
    .record({ items: fc.array(one, { minLength: 1, maxLength: 3 }), start: fc.constantFrom(1, 1, 9) })
    .map(({ items, start }) => ({
      type,
      ...(type === 'orderedList' && { attrs: { start } }),
      content: items,
    }))
}

function table(): fc.Arbitrary<RandomNode> {
  return fc
    .record({
      heads: fc.constantFrom('none', 'row', 'row', 'column'),
      width: fc.integer({ min: 1, max: 3 }),
      texts: fc.array(inline, { minLength: 9, maxLength: 9 }),
      height: fc.integer({ min: 1, max: 3 }),
      // Column span and row span of the first cell. If it spans other cells, these cells are empty.
      span: fc.constantFrom([1, 1], [1, 1], [1, 1], [2, 1], [1, 2], [2, 2]),
    })
    .map(({ heads, width, texts, height, span: [wide = 1, high = 1] }) => {
      const most = heads === 'column' ? 1 : 3
      const [colspan, rowspan] = [Math.min(wide, width, most), Math.min(high, height, most)]
      const cell = (content: RandomNode[], y: number, x: number) => {
        const isFirst = y + x === 0
        const isHidden = !isFirst && y < rowspan && x < colspan
        const isHeader = (heads === 'row' && y === 0) || (heads === 'column' && x === 0)
        return {
          type: isHeader ? 'tableHeader' : 'tableCell',
          attrs: isFirst ? { colspan: spanned(colspan), rowspan: spanned(rowspan) } : {},
          content: [{ type: 'paragraph', content: isHidden ? [] : content }],
        }
      }
      return {
        type: 'table',
        content: Array.from({ length: height }, (_, y) => ({
          type: 'tableRow',
          content: texts.slice(y * 3, y * 3 + width).map((content, x) => cell(content, y, x)),
        })),
      }
    })
}

function spanned(count: number): number | null {
  return count > 1 ? count : null
}
