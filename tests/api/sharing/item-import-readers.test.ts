import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { ProjectContext } from '#api/platform/context/context.ts'
import { createValueCreator, maxCreatedValues } from '#api/sharing/item-imports/created-values.ts'
import { adfToHtml } from '#api/sharing/item-imports/reading/adf.ts'
import { cleanItem, withMarkdown } from '#api/sharing/item-imports/reading/clean-item.ts'
import { detectDateOrder, readDate } from '#api/sharing/item-imports/reading/dates.ts'
import { jiraToMarkdown } from '#api/sharing/item-imports/reading/jira-markup.ts'
import { itemsFileOf, openUpload } from '#api/sharing/item-imports/reading/open-upload.ts'
import { readSource, type SourceRow } from '#api/sharing/item-imports/reading/read-source.ts'
import { readFiles, withoutSignature } from '#api/sharing/item-imports/reading/source-files.ts'
import { emptyItem } from '#api/sharing/item-imports/reading/source-item.ts'
import { UnreadableSource } from '#api/sharing/item-imports/reading/unreadable-source.ts'
import { type ItemImportFormat, maxItemImportBytes } from '#common/sharing/item-imports/rules.ts'

const folder = join(import.meta.dirname, '../../support/imports/examples')

/** Reads an example file without any settings, so that the format is detected. */
async function read(file: string) {
  return (await openUpload(readFileSync(join(folder, file)), {})).source
}

type Expected = Partial<Record<keyof SourceRow, unknown>>

const examples: [file: string, format: ItemImportFormat, rows: Expected[]][] = [
  [
    'jira.csv',
    'jira',
    [
      { key: 'SHOP-1', title: 'Payments', labels: ['Epic'], state: 'To Do' },
      {
        ...{ key: 'SHOP-2', parent: 'SHOP-1', state: 'In Progress', priority: 'Highest', estimate: '5.0' },
        ...{ assignees: ['Ann Lee'], author: 'Max Roth', labels: ['Bug', 'payment', 'urgent'] },
        ...{ cycle: 'Sprint 2', modules: ['Billing'], target_date: '2026-03-20' },
        created_at: '2025-12-24T09:05:00.000Z',
        relations: [{ type: 'blocks', key: 'SHOP-3' }],
        attachments: [
          {
            name: 'error.png',
            url: 'https://shop.example.com/secure/attachment/1/error.png',
            path: null,
          },
        ],
        comments: [
          expect.objectContaining({
            author: 'ann',
            created_at: '2025-12-25T10:00:00.000Z',
            text: 'I can see it, too',
          }),
          expect.objectContaining({ author: 'max', created_at: '2025-12-26T11:30:00.000Z' }),
        ],
      },
      { key: 'SHOP-3', parent: 'SHOP-1' },
    ],
  ],
  [
    'jira-search.json',
    'jira_json',
    [
      {
        ...{
          key: 'SHOP-2',
          parent: 'SHOP-1',
          state: 'In Progress',
          state_group: 'started',
          priority: 'High',
        },
        ...{ assignees: ['ann@example.com'], author: 'Max Roth', labels: ['Bug', 'urgent'] },
        ...{ cycle: 'Sprint 2', modules: ['Billing'], target_date: '2026-03-20' },
        description: {
          kind: 'html',
          text: '<p>See <strong>the log</strong></p><ul><li><p>Step 1 &lt; 2</p></li></ul>',
        },
        relations: [{ type: 'blocks', key: 'SHOP-3' }],
        attachments: [expect.objectContaining({ name: 'error.png' })],
        comments: [expect.objectContaining({ key: '7', author: 'Ann Lee', text: '<p>I see it</p>' })],
        history: [
          {
            author: 'Ann Lee',
            created_at: '2025-12-26T10:00:00.000Z',
            text: 'status: To Do → In Progress',
          },
        ],
      },
    ],
  ],
  [
    'jira.xml',
    'jira_xml',
    [
      {
        ...{
          key: 'SHOP-2',
          parent: 'SHOP-1',
          state: 'In Progress',
          state_group: 'started',
          priority: 'High',
        },
        ...{ assignees: ['Ann Lee'], author: 'Max Roth', labels: ['Bug', 'urgent'], cycle: 'Sprint 2' },
        ...{ modules: ['Billing'], target_date: '2026-03-20', created_at: '2025-12-24T09:05:00.000Z' },
        description: { kind: 'html', text: '<p>See <b>the log</b></p>' },
        relations: [{ type: 'blocks', key: 'SHOP-3' }],
        attachments: [
          {
            name: 'error log.txt',
            url: 'https://shop.example.com/secure/attachment/1/error%20log.txt',
            path: null,
          },
        ],
        comments: [expect.objectContaining({ key: '7', author: 'ann', text: '<p>I see it</p>' })],
      },
    ],
  ],
  [
    'plane.json',
    'plane',
    [
      {
        ...{ key: 'ATL-1', title: 'Draw the map', state: 'Backlog', cycle: 'Cycle A', modules: ['Survey'] },
        ...{ assignees: ['ann@example.com', 'max@example.com'], labels: ['geo', 'field'], priority: 'high' },
        links: [{ url: 'https://example.com/plan', title: null }],
      },
    ],
  ],
  [
    'linear.csv',
    'linear',
    [
      {
        ...{ key: 'ENG-1', state: 'In Review', state_group: 'started', priority: 'Urgent', estimate: '3' },
        ...{ assignees: ['ann@example.com'], author: 'max@example.com', labels: ['Feature', 'Auth'] },
        ...{ cycle: 'Cycle 7', modules: ['Security'], target_date: '2026-02-01' },
      },
      { key: 'ENG-2', state_group: 'cancelled', parent: 'ENG-1' },
    ],
  ],
  [
    'github.json',
    'github',
    [
      {
        ...{
          key: 'acme/app#7',
          title: 'Crash at start',
          state: 'Open',
          labels: ['bug'],
          assignees: ['annlee'],
        },
        ...{ author: 'maxroth', modules: ['1.0'], created_at: '2026-01-02T10:00:00.000Z' },
      },
      {
        ...{ key: 'acme/app#9', state: 'Closed', state_group: 'completed', author: 'annlee' },
        comments: [
          {
            key: 'IC_1',
            author: 'maxroth',
            created_at: '2026-01-03T10:00:00.000Z',
            kind: 'markdown',
            text: 'Fixed',
          },
        ],
      },
    ],
  ],
  [
    'gitlab.json',
    'gitlab',
    [
      {
        ...{ key: 'acme/app#4', labels: ['search', 'bug'], estimate: '5', target_date: '2026-04-01' },
        comments: [expect.objectContaining({ author: 'annlee', text: 'Me too' })],
        history: [{ author: null, created_at: null, text: 'added label' }],
      },
    ],
  ],
  [
    'gitea.json',
    'gitea',
    [{ key: 'acme/app#3', author: 'max@example.com', state: 'Closed', target_date: '2026-05-01' }],
  ],
  [
    'trello.json',
    'trello',
    [
      {
        ...{
          title: 'Blog post',
          state: 'Doing',
          labels: ['green'],
          assignees: ['Ann Lee'],
          target_date: '2026-03-01',
        },
        description: { kind: 'markdown', text: 'Write *it*\n\n**Steps**\n\n- [x] Draft\n- [ ] Publish' },
        created_at: '2025-12-30T12:06:24.000Z',
        links: [
          { url: 'https://trello.com/c/aBc', title: null },
          { url: 'https://example.com/outline', title: 'Outline' },
        ],
        comments: [expect.objectContaining({ key: 'a1', author: 'Ann Lee', text: 'Nearly done' })],
        history: [
          { author: 'Ann Lee', created_at: '2026-01-01T10:00:00.000Z', text: 'update card: To do → Doing' },
        ],
      },
      { title: 'Old idea', state: 'Archived', state_group: 'completed' },
    ],
  ],
  [
    'asana.csv',
    'asana',
    [
      { key: '1200', state: 'To do', assignees: ['ann@example.com'], labels: ['events', '2026'] },
      {
        key: '1201',
        parent: '1200',
        state_group: 'completed',
        relations: [{ type: 'blocked_by', key: '1200' }],
      },
    ],
  ],
  [
    'asana.json',
    'asana_json',
    [
      { key: '11', state: 'Doing', labels: ['events'], details: [{ name: 'Budget', value: '100' }] },
      { key: '12', parent: '11', state_group: 'completed', relations: [{ type: 'blocked_by', key: '11' }] },
    ],
  ],
  [
    'plane.csv',
    'plane',
    [
      {
        ...{
          key: 'ATL-1',
          state: 'Backlog',
          cycle: 'Cycle A',
          modules: ['Survey'],
          labels: ['geo', 'field'],
        },
        ...{ start_date: '2026-01-02', target_date: '2026-01-10', created_at: '2026-01-01T10:00:00.000Z' },
        description: { kind: 'html', text: '<p>With <strong>care</strong></p>' },
      },
    ],
  ],
  [
    'clickup.csv',
    'clickup',
    [
      {
        ...{
          key: '86a1',
          assignees: ['Ann Lee', 'Max Roth'],
          labels: ['urgent'],
          priority: 'urgent',
          parent: null,
        },
        ...{ target_date: '2026-02-01', modules: ['Maintenance'] },
        comments: [expect.objectContaining({ author: 'ann@example.com', text: 'On it' })],
      },
      { key: '86a2', parent: '86a1', priority: 'medium' },
    ],
  ],
  [
    'todoist.csv',
    'todoist',
    [
      {
        ...{ title: 'Paint the wall', labels: ['color', 'home'], state: 'Kitchen', priority: 'urgent' },
        ...{ assignees: ['Max'], author: 'Ann', target_date: '2026-03-01' },
        comments: [expect.objectContaining({ text: 'Use two layers', author: 'Ann' })],
      },
      {
        title: 'Buy paint',
        parent: expect.any(String),
        notes: [{ reason: 'date_unclear', text: 'every day' }],
      },
    ],
  ],
  [
    'redmine.csv',
    'redmine',
    [
      {
        ...{ key: '42', labels: ['Bug', 'Parser'], modules: ['2.0'], target_date: '2026-01-20' },
        relations: [{ type: 'blocks', key: '43' }],
      },
      { key: '43', parent: '42' },
    ],
  ],
  [
    'openproject.csv',
    'openproject',
    [
      { key: '5', labels: ['Feature'], modules: ['1.1'], target_date: '2026-02-01' },
      { key: '6', parent: '5' },
    ],
  ],
  [
    'kanboard.csv',
    'kanboard',
    [
      {
        key: '9',
        state: 'Work in progress',
        assignees: ['Ann Lee'],
        author: 'Max Roth',
        labels: ['Server', 'tls', 'web'],
      },
    ],
  ],
  [
    'planner.csv',
    'planner',
    [
      {
        ...{
          key: 'xY1',
          state: 'In progress',
          assignees: ['Ann Lee', 'Max Roth'],
          target_date: '2026-01-20',
        },
        description: { kind: 'markdown', text: 'For the hall\n\n- [ ] Measure\n- [ ] Compare' },
      },
    ],
  ],
  [
    'wekan.json',
    'wekan',
    [
      {
        ...{ key: 'c', state: 'Done', labels: ['green'], assignees: ['Ann Lee'], target_date: '2026-02-01' },
        comments: [expect.objectContaining({ author: 'Ann Lee', text: 'Well done' })],
      },
    ],
  ],
  [
    'vikunja.json',
    'vikunja',
    [
      {
        key: '10',
        state: 'Doing',
        priority: 'urgent',
        start_date: '2026-01-05',
        target_date: null,
        modules: ['Home'],
      },
      { key: '11', state: 'Done', parent: '10' },
    ],
  ],
]

test.each(examples)('detects and reads %s', async (file, format, rows) => {
  const source = await read(file)
  expect(source.format).toBe(format)
  expect(source.asks_date_order).toBe(false)
  expect(source.rows).toMatchObject(rows)
  expect(source.rows).toHaveLength(rows.length)
})

describe('tables', () => {
  const readText = (text: string, settings = {}) => readSource(Buffer.from(text), settings)

  test('drop rows without a title and rows with the same id', () => {
    const { rows } = readText('ID,Title\n1,One\n2,\n1,Again')
    expect(rows.map(({ row, dropped }) => [row, dropped])).toEqual([
      [2, null],
      [3, 'no_title'],
      [4, 'duplicate_key'],
    ])
  })

  test('put parents before their children and break circles', () => {
    const { rows } = readText('ID,Title,Parent\n1,One,2\n2,Two,3\n3,Three,1')
    expect(rows.map(({ key, parent }) => [key, parent])).toEqual([
      ['3', null],
      ['2', '3'],
      ['1', '2'],
    ])
    expect(rows[0]?.notes).toEqual([{ reason: 'parent_refused', text: '1' }])
  })

  test('without ids, the same file gives the same keys', () => {
    const keys = () => readText('Title\nOne\nOne\nTwo').rows.map(({ key }) => key)
    expect(new Set(keys())).toHaveLength(3)
    expect(keys()).toEqual(keys())
  })

  test.each(['', 'Title', '{"a": 1}', '\0\x01\x02'])('that are no tables are refused: %j', (text) => {
    expect(() => readText(text)).toThrow(UnreadableSource)
  })

  test.each([
    [
      'shift_jis',
      [
        0x8a, 0xc8, 0x92, 0x50, 0x82, 0xc8, 0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x95, 0xb6, 0x8f,
        0xcd, 0x82, 0xc5, 0x82, 0xb7,
      ],
      '簡単な日本語の文章です',
    ],
    [
      'gbk',
      [0xd6, 0xd0, 0xce, 0xc4, 0xb5, 0xc4, 0xc8, 0xce, 0xce, 0xf1, 0xb1, 0xea, 0xcc, 0xe2],
      '中文的任务标题',
    ],
  ])('are read in the encoding %s', (_, bytes, title) => {
    const { rows } = readSource(Buffer.concat([Buffer.from('Title\n'), Buffer.from(bytes)]), {})
    expect(rows[0]?.title).toBe(title)
  })
})

describe('dates', () => {
  test.each([
    ['2026-03-04', '2026-03-04'],
    ['2026/3/4', '2026-03-04'],
    ['2026年3月4日', '2026-03-04'],
    ['04.03.2026', '2026-03-04'],
    ['4/3/26', '2026-03-04'],
    ['4 March 2026', '2026-03-04'],
    ['Mar 4, 2026', '2026-03-04'],
    ['Wed Mar 04 2026 10:00:00 GMT+0000', '2026-03-04'],
    ['2026-03-04T23:30:00+02:00', '2026-03-04'],
    ['1772582400000', '2026-03-04'],
    ['31.02.2026', null],
    ['soon', null],
  ])('%s is %s', (text, day) => expect(readDate(text)?.day ?? null).toBe(day))

  test('the order of day and month follows from other dates', () => {
    expect(detectDateOrder(['03/04/2026'])).toEqual({ order: null, isUnclear: true })
    expect(detectDateOrder(['03/04/2026', '12/31/2026']).order).toBe('mdy')
    expect(detectDateOrder(['03/04/2026', '31/12/2026']).order).toBe('dmy')
    expect(readDate('03/04/2026', 'mdy')?.day).toBe('2026-03-04')
  })
})

test('Jira markup becomes Markdown', () => {
  const markup = `h1. Plan
A *bold* and _slanted_ word, {{code}} and [a page|https://example.com].
# One
## Inner
bq. Quoted
||Name||Size||
|Pump|2|
{code:js}
a * b * c
{code}
{color:red}Red{color} text by [~ann]`
  expect(jiraToMarkdown(markup)).toBe(`# Plan
A **bold** and *slanted* word, \`code\` and [a page](https://example.com).
1. One
   1. Inner
> Quoted
| Name | Size |
| --- | --- |
| Pump | 2 |

\`\`\`js
a * b * c
\`\`\`

Red text by @ann`)
})

describe('hostile values', () => {
  test('are cut and contain only characters that can be stored', () => {
    const item = { ...emptyItem(1), state: 'To\0do\ud800', assignees: ['<'.repeat(5000)] }
    expect(cleanItem(item)).toMatchObject({ state: 'Todo\ufffd', assignees: ['<'.repeat(255)] })
    const { fields } = readSource(Buffer.from('Title,constructor\nOne,x'), {})
    expect(fields).toEqual(['title', null])
  })

  test('of Jira that are very long stay plain text', () => {
    const description = { kind: 'jira' as const, text: '{code}{{['.repeat(50_000) }
    expect(withMarkdown({ ...emptyItem(1), description }).description.kind).toBe('text')
    const short = { kind: 'jira' as const, text: '{code:x}{{['.repeat(4500) }
    expect(withMarkdown({ ...emptyItem(1), description: short }).description.kind).toBe('markdown')
  })

  test('of Asana can be nested very deeply', () => {
    let task = '{"gid":"0","name":"Deepest","completed":false}'
    for (let at = 1; at < 3000; at++)
      task = `{"gid":"${at}","name":"Task ${at}","completed":false,"subtasks":[${task}]}`
    const { rows } = readSource(Buffer.from(`{"data":[${task}]}`), {})
    expect(rows).toHaveLength(3000)
    expect(rows.at(-1)).toMatchObject({ key: '0', parent: '1' })
  })

  test('are no dates if the day does not exist', () => {
    expect(readDate('2024-02-31T00:00:00Z')).toBeNull()
    expect(readDate('2024-02-29T00:00:00Z')?.day).toBe('2024-02-29')
  })
})

const xlsxParts = {
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="Notes" state="hidden" r:id="r1"/><sheet name="Items" r:id="r2"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>',
  'xl/sharedStrings.xml':
    '<sst><si><t>Title</t></si><si><r><t>Build </t></r><r><t>it &amp; ship</t></r><rPh><t>x</t></rPh></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
  'xl/worksheets/sheet1.xml': '<worksheet/>',
  'xl/worksheets/sheet2.xml':
    '<worksheet><sheetData><row><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Due date</t></is></c><c r="D1" t="str"><v>Points</v></c></row><row/><row><c r="A3" t="s"><v>1</v></c><c r="C3" s="1"><v>46101</v></c><c r="D3"><v>3</v></c></row></sheetData></worksheet>',
}

describe('Excel files', () => {
  const bytesOf = (parts: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))

  test('are read from the first visible sheet, with dates', async () => {
    const { source } = await openUpload(bytesOf(xlsxParts), {})
    expect(source.columns.map(({ name }) => name)).toEqual(['Title', '', 'Due date', 'Points'])
    expect(source.rows).toMatchObject([
      { title: 'Build it & ship', target_date: '2026-03-20', estimate: '3' },
    ])
  })

  test('without a sheet are refused', async () => {
    const bytes = bytesOf({ 'xl/workbook.xml': '<workbook/>' })
    await expect(openUpload(bytes, {})).rejects.toThrow(UnreadableSource)
  })
})

test('a database of Notion contains the texts of its pages', async () => {
  const id = '0123456789abcdef0123456789abcdef'
  const bytes = zipSync({
    [`Tasks ${id}.csv`]: strToU8(
      '\uFEFFName,Status,Parent item,Files & media\nPlan: it,Doing,,Tasks/Plan%20it/a.txt\nSub,Done,Plan: it (Tasks/Plan%20it%20abc.md),',
    ),
    [`Tasks/Plan it ${id}.md`]: strToU8('# Plan: it\n\nStatus: Doing\n\nThe **text**\n'),
    'Tasks/Plan it/a.txt': strToU8('x'),
  })
  const { source } = await openUpload(bytes, {})
  expect(source).toMatchObject({
    format: 'notion',
    rows: [
      { key: id, title: 'Plan: it', state: 'Doing', description: { kind: 'markdown', text: 'The **text**' } },
      { title: 'Sub', parent: id, attachments: [] },
    ],
  })
  expect(source.rows[0]?.attachments).toMatchObject([{ name: 'a.txt', path: 'Tasks/Plan%20it/a.txt' }])
})

test('a document of Jira that is nested very deeply is cut', () => {
  let node: unknown = { type: 'text', text: 'Deep' }
  for (let at = 0; at < 5000; at++) node = { type: 'blockquote', content: [node] }
  expect(adfToHtml({ type: 'doc', content: [node] })).not.toContain('Deep')
})

describe('archives', () => {
  test('contain the items and their attachments, also in an archive inside the archive', async () => {
    const inner = zipSync({
      'Board/Tasks abc.csv': strToU8('Title,Files\nShort,'),
      'Board/Tasks abc_all.csv': strToU8('Name,Files\nShort,\nLong,Tasks%20abc/plan.txt'),
      'Board/Tasks abc/plan.txt': strToU8('The plan'),
      '__MACOSX/Tasks.csv': strToU8('Title\nHidden'),
    })
    for (const bytes of [inner, zipSync({ 'Part-1.zip': inner })]) {
      const { source, archive } = await openUpload(bytes, {})
      expect(source.rows.map(({ title }) => title)).toEqual(['Short', 'Long'])
      const path = source.rows[1]?.attachments[0]?.path ?? ''
      expect(Buffer.from((await archive?.read(path, 100)) ?? '').toString()).toBe('The plan')
      expect(await archive?.read(path, 5)).toBeNull()
      expect(await archive?.read('../secret', 100)).toBeNull()
    }
  })

  test('without items, damaged archives and archives that unpack to too much are refused', async () => {
    const bomb = zipSync({ 'a.csv': new Uint8Array(maxItemImportBytes + 1) })
    const damaged = zipSync({ 'a.csv': strToU8('Title\nOne') }).slice(0, 40)
    for (const bytes of [zipSync({ 'a.png': strToU8('x') }), bomb, damaged])
      await expect(openUpload(bytes, {})).rejects.toThrow(UnreadableSource)
    expect(itemsFileOf(['files/1', 'deep/data.json', 'data.json'])).toBe('data.json')
  })
})

test('attachments are read from cells of Jira and ClickUp and from lists', () => {
  const png = { name: 'a.png', url: 'https://x.example/1/a.png', path: null }
  expect(readFiles('01/Jan/26 10:00;ann;a.png;https://x.example/1/a.png')).toEqual([png])
  expect(readFiles('[{"title":"a.png","url":"https://x.example/1/a.png"}]')).toEqual([png])
  expect(readFiles('https://x.example/1/a.png, Board%20x/b.txt')).toEqual([
    png,
    { name: 'b.txt', url: null, path: 'Board%20x/b.txt' },
  ])
  expect(readFiles('[]')).toEqual([])
})

test('the signature of an address is removed, and its other parameters stay', () => {
  const file = 'https://x.example/a.png'
  expect(withoutSignature(`${file}?size=2&X-Amz-Date=1&X-Amz-Signature=ab`)).toBe(`${file}?size=2`)
  expect(withoutSignature(`${file}?sv=1&se=2&sig=ab`)).toBe(file)
  expect(withoutSignature(`${file}?se=2&sp=3`)).toBe(`${file}?se=2&sp=3`)
  expect(withoutSignature(`${file}?sp=3&Signature=ab`)).toBe(`${file}?sp=3`)
  // An address can have as many parameters as a file has room for.
  const many = Array.from({ length: 300_000 }, (_, number) => `x-amz-${number}=`).join('&')
  expect(withoutSignature(`${file}?sig=1&${many}`)).toBe(file)
})

test('an import creates a limited number of labels', async () => {
  const values = { states: [], labels: [], cycles: [], modules: [], points: [], people: [] }
  const created = { labels: Array.from({ length: maxCreatedValues }, () => '') }
  // The context can be empty, because the creator checks the limit before it uses the context.
  const creator = createValueCreator({} as ProjectContext, values, created)
  await expect(creator.label('One more')).rejects.toMatchObject({ problem: 'too_much' })
})
