import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type FileToParse, parseImportedFile } from '#api/documents/content/parse-imported-file.ts'
import { planImport } from '#api/pages/page-imports/plan-pages.ts'
import { unpackImport } from '#api/pages/page-imports/unpack.ts'
import { InvalidZip, ZipTooLarge } from '#api/pages/page-imports/zip-files.ts'
import { parseCsvRows } from '#common/documents/content/reading/csv.ts'
import { maxImportBytes, maxImportedPages } from '#common/pages/page-imports/rules.ts'
import { newId } from '#common/platform/ids.ts'

// Files that were written by hand in the formats that other programs export.
const folder = 'Launch plan 0f3c9d7e5a1b4c2d8e6f7a9b0c1d2e3f'
const sea = newId()

function read(name: string, more: Partial<FileToParse> = {}) {
  const file = {
    kind: name.endsWith('.html') ? ('html' as const) : ('markdown' as const),
    text: readFileSync(join(import.meta.dirname, 'imported', name), 'utf8'),
    file: name,
    name: 'As the file',
    pages: {},
    by_id: {},
    files: {},
    spare: [],
    below: [],
    ...more,
  }
  const { html, ...rest } = parseImportedFile(file)
  return { ...rest, html: html.replaceAll(' target="_blank" rel="noopener noreferrer nofollow"', '') }
}

const li = (...blocks: string[]) =>
  `<li>${blocks.map((block) => (block.startsWith('<') ? block : `<p>${block}</p>`)).join('')}</li>`
const task = (text: string, isDone: boolean, below = '') =>
  `<li data-checked="${isDone}" data-type="taskItem"><label><input type="checkbox"${isDone ? ' checked="checked"' : ''}><span></span></label><div><p>${text}</p>${below}</div></li>`
const tasks = (...items: string[]) => `<ul data-type="taskList">${items.join('')}</ul>`
const callout = (emoji: string, background: string, ...blocks: string[]) =>
  `<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="${emoji}"${background && ` data-background="${background}"`}>${blocks.map((block) => `<p>${block}</p>`).join('')}</div>`
const picture = (more: string) => `<image-component src="${sea}"${more}></image-component>`
const steps = tasks(task('Draw the map', true), task('Sail', false, tasks(task('Find a crew', false))))

describe('what other programs export', () => {
  test('Notion, as Markdown', () => {
    const log = `${folder}/Log 11112222333344445555666677778888.md`
    const { html, ...rest } = read('notion.md', {
      pages: { [log]: 'https://t.example/log' },
      by_id: { '99990000aaaabbbbccccddddeeeeffff': 'https://t.example/crew' },
      files: { [`${folder}/sea.png`]: sea },
    })
    expect(rest).toMatchObject({
      title: 'Launch plan',
      dead_links: [`${folder}/contract.pdf`],
      lost_pictures: [],
      files: [{ id: sea, file: `${folder}/sea.png` }],
    })
    for (const part of [
      '<p>Owner: Ann Lee<br>Status: In progress<br>Due: June 3, 2026</p>',
      callout(
        '128161',
        '',
        'Everything <strong>ships together</strong>. See <a href="https://t.example/log">the log</a>.',
      ),
      `<h2>Steps</h2>${steps}`,
      `<ul>${li('Fruit', `<ul>${li('Apples', `<ul>${li('Red ones')}</ul>`)}${li('Pears')}</ul>`)}</ul>`,
      `<ol>${li('First')}${li('Second', `<ol>${li('Below the second')}</ol>`)}</ol>`,
      '<tr><th><p>Who</p></th><th><p>What</p></th></tr><tr><td><p>Ann</p></td><td><p>Map</p></td></tr>',
      '<blockquote><p>Never on a Friday.</p></blockquote>',
      '<pre><code class="language-jsx">const ship = &lt;Boat sails={2} /&gt;</code></pre>',
      '<div data-type="block-math" data-latex="E = mc^2">E = mc^2</div>',
      picture(' alt="A calm sea"'),
      '<p><a href="https://t.example/crew">Crew</a></p><p>contract.pdf</p><div data-type="horizontalRule"></div><p>Last line</p>',
    ])
      expect(html).toContain(part)
  })

  test('Notion, as HTML', () => {
    const log = `${folder}/Log 11112222333344445555666677778888.html`
    const { html, ...rest } = read('notion.html', {
      pages: { [log]: 'https://t.example/log' },
      files: { [`${folder}/sea.png`]: sea },
    })
    expect(rest).toMatchObject({ title: 'Launch plan', emoji: '🚀', dead_links: [`${folder}/contract.pdf`] })
    expect(html).toMatch(/^<table><tbody><tr><th><p>Status<\/p><\/th><td><p>In progress<\/p>/)
    for (const part of [
      callout('128161', '', 'Everything <strong>ships together</strong>.'),
      `<h2>Steps</h2>${steps}`,
      `<ul>${li('Fruit', `<ul>${li('Apples')}</ul>`)}</ul><ol>${li('First')}${li('Second')}</ol>`,
      '<details><summary>How we measure</summary><p>By the third frame.</p></details>',
      '<table><tbody><tr><td><p>Ann</p></td><td><p>Map</p></td></tr></tbody></table>',
      '<pre><code class="language-javascript">const ship = &lt;Boat sails={2} /&gt;\nsail(ship)</code></pre>',
      '<div data-type="block-math" data-latex="E = mc^2">E = mc^2</div>',
      '<span data-type="inline-math" data-latex="a_1">a_1</span>',
      '<span data-text-color="peach">red</span>',
      picture(' width="50%" data-caption="A calm sea"'),
      '<p><a href="https://example.com/weather">The weather</a></p><p><a href="https://t.example/log">Log</a></p>',
      '<div data-type="columns"><div data-type="column"><p>Left</p></div><div data-type="column"><p>Right</p></div></div><div data-type="horizontalRule"></div><blockquote><p>Never on a Friday.</p></blockquote>',
    ])
      expect(html).toContain(part)
    expect(html).not.toMatch(/@import|cspell|unsplash/)
  })

  test('a file of a forge', () => {
    const { html, ...rest } = read('github.md', {
      pages: { 'docs/guide.md': 'https://t.example/guide' },
      files: { 'docs/sea.png': sea },
    })
    expect(rest).toMatchObject({ title: 'atlas', dead_links: ['./src/index.ts'] })
    for (const part of [
      '<p>A library that draws maps of everything, written by people who have been lost too often. It is small',
      callout('9888-65039', 'orange', 'The API may change.'),
      '<details><summary>Why another one?</summary><p>Because the others <strong>sink</strong>.</p></details>',
      picture(' alt="A calm sea" width="50%" alignment="center"'),
      `<ol>${li('Read the <a href="https://t.example/guide">guide</a>', `<ul>${li('or the code')}</ul>`)}${li('<p><s>Sail</s></p>')}</ol>`,
      '<td><p style="text-align: right">2</p></td>',
      tasks(task('ships', true), task('floats', false)),
    ])
      expect(html).toContain(part)
  })

  test('a note of Obsidian', () => {
    const { html, ...rest } = read('obsidian.md', {
      pages: { 'Harbour.md': 'https://t.example/harbour', 'people/Crew list.md': 'https://t.example/crew' },
      files: { 'attachments/sea.png': sea },
    })
    expect(rest).toMatchObject({ title: "Captain's log", dead_links: ['Nobody'], lost_pictures: [] })
    for (const part of [
      '<pre><code class="language-yaml">tags:\n  - sea\n  - ship\ncreated: 2026-05-01</code></pre>',
      '<a href="https://t.example/harbour">Harbour</a> at dawn with <a href="https://t.example/crew">the officers</a>.<br>The wind was good.',
      callout('128221', 'light-blue', 'On the wind<br>North by west<br>all day'),
      callout('128721', 'peach', 'Leak<br>In the hold'),
      picture(''),
      tasks(task('Mend the sail #todo', false), task('Write to [[Nobody]]', true)),
      '<p>Inline <code>[[not a link]]</code> and:</p><pre><code>[[not a link either]]</code></pre>',
    ])
      expect(html).toContain(part)
  })
})

describe('files of names', () => {
  const tree = (files: string[]) => {
    const { pages, left_out } = planImport(newId(), files, 0)
    return { pages: pages.map((page) => [page.name, page.parent?.name ?? null]), left_out }
  }
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32))

  test('Notion: removes ids, nests folders and imports databases', () => {
    expect(
      tree([
        `Export-1/Home ${a}.md`,
        `Export-1/Home ${a}/Plan ${b}.md`,
        `Export-1/Home ${a}/Tasks ${c}.csv`,
        `Export-1/Home ${a}/Tasks ${c}_all.csv`,
        `Export-1/Home ${a}/Tasks ${c}/Sail ${d}.md`,
      ]),
    ).toEqual({
      pages: [
        ['Home', null],
        ['Plan', 'Home'],
        ['Tasks', 'Home'],
        ['Sail', 'Tasks'],
      ],
      left_out: [{ file: `Export-1/Home ${a}/Tasks ${c}.csv`, reason: 'in_page' }],
    })
    // Notion adds an id to the name of every page file. It adds an id to a folder name only if another folder has the
    // same name.
    expect(tree([`Home ${a}.md`, `Home/Plan ${b}.md`, `Home/Plan/Deep ${c}.md`]).pages).toEqual([
      ['Home', null],
      ['Plan', 'Home'],
      ['Deep', 'Plan'],
    ])
  })

  test('other programs: turns folders into pages, in natural order', () => {
    expect(
      tree(['docs/10 last.md', 'docs/2 first.md', 'docs/guide/index.md', 'docs/guide/one.md']).pages,
    ).toEqual([
      ['2 first', null],
      ['10 last', null],
      ['guide', null],
      ['one', 'guide'],
    ])
  })

  test('derives stable ids per import', () => {
    const [one, other] = [newId(), newId()]
    const idsOf = (id: string) => planImport(id, ['a.md', 'b.md'], 0).pages.map((page) => page.id)
    expect(idsOf(one)).toEqual(idsOf(one))
    expect(new Set([...idsOf(one), ...idsOf(other)]).size).toBe(4)
  })
})

test('links database rows to their pages', () => {
  const { html } = read('notion.md', {
    kind: 'csv' as never,
    text: 'Name,Note\r\n"Sail, now","say ""aye""\nthen go"\r\nRest,\r\n',
    below: [{ name: 'Rest', address: 'https://t.example/rest' }],
  })
  expect(html).toBe(
    '<table><tbody><tr><th><p>Name</p></th><th><p>Note</p></th></tr><tr><td><p>Sail, now</p></td><td><p>say &quot;aye&quot;<br>then go</p></td></tr><tr><td><p><a href="https://t.example/rest">Rest</a></p></td><td><p></p></td></tr></tbody></table>',
  )
})

describe('separated values', () => {
  test.each([
    [
      'a,b\n1,"x;y"',
      [
        ['a', 'b'],
        ['1', 'x;y'],
      ],
    ],
    [
      'sep=|\r\na|b\r\n1|2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\n"1,5;2";"say ""aye"""',
      [
        ['a', 'b'],
        ['1,5;2', 'say "aye"'],
      ],
    ],
    ['one\ntwo', [['one'], ['two']]],
    ['a,b\n"in quotes,c\nd,"e', [['a', 'b'], ['in quotes,c\nd,e']]],
    [
      'a,b\nx,"never closed,c',
      [
        ['a', 'b'],
        ['x', '"never closed', 'c'],
      ],
    ],
  ])('%j', (text, rows) => expect(parseCsvRows(text)).toEqual({ rows, cut: { rows: 0, columns: 0 } }))

  test('counts parts that were cut off', () => {
    const { rows, cut } = parseCsvRows('1,2\n'.repeat(5100))
    expect([rows.length, cut]).toEqual([5001, { rows: 99, columns: 0 }])
  })

  test('reads a cell of nine megabytes', () => {
    const cell = 'x'.repeat(9_000_000)
    expect(parseCsvRows(`a,b\n"${cell}",2`).rows[1]?.[0]).toHaveLength(cell.length)
  })
})

test('rejects maliciously nested files', () => {
  const file = { kind: 'html' as const, text: '<div>'.repeat(5000) }
  expect(() => read('notion.html', file)).toThrow(/nested too deeply/)
})

describe('an archive of as many files as there may be', () => {
  const count = 20_000
  const hex = (at: number) => at.toString(16).padStart(32, '0')

  // The timeout is generous for slow machines, but an algorithm with quadratic time would still exceed it.
  test('security 61: is planned in linear time', { timeout: 20_000 }, () => {
    const tables = Array.from({ length: count }, (_, at) => `table ${at}.csv`)
    expect(planImport(newId(), tables, 0).left_out).toHaveLength(count - maxImportedPages)
    const folders = Array.from({ length: count }, (_, at) => (at % 2 ? `p${at}/x.md` : `q ${hex(at)}.md`))
    expect(planImport(newId(), folders, 0).pages).toHaveLength(maxImportedPages)
  })
})

test('security 55: inner archives count towards the unpack limit', async () => {
  const inner = zipSync({ 'a.md': strToU8('Text') }, { level: 0 })
  const names = Array.from({ length: 6 }, (_, at) => `part ${at}.zip`)
  const bytes = Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, inner])), { level: 0 }))
  const unpacked = await unpackImport(Readable.from([bytes]), 'parts.zip')
  expect(unpacked.files).toEqual(['a.md'])
  await unpacked.close()
  // Each inner archive claims the maximum size.
  for (const name of names) {
    const inList = bytes.lastIndexOf(name) - 46
    bytes.writeUInt32LE(maxImportBytes, inList + 24)
  }
  await expect(unpackImport(Readable.from([bytes]), 'parts.zip')).rejects.toBeInstanceOf(ZipTooLarge)
})

describe('an archive whose directory states more content than the file has', () => {
  /**
   * Returns an archive with one file. A Zip64 field of the archive claims that the file has the compressed size
   * `packed`.
   */
  const archiveStating = (name: string, packed: bigint) => {
    const bytes = Buffer.from(zipSync({ [name]: strToU8('Text') }, { level: 0 }))
    const list = bytes.readUInt32LE(bytes.length - 6)
    bytes.writeUInt32LE(0xffffffff, list + 20)
    bytes.writeUInt16LE(12, list + 30)
    const field = Buffer.alloc(12)
    field.writeUInt16LE(1, 0)
    field.writeUInt16LE(8, 2)
    field.writeBigUInt64LE(packed, 4)
    const [before, end] = [bytes.subarray(0, bytes.length - 22), bytes.subarray(bytes.length - 22)]
    end.writeUInt32LE(end.readUInt32LE(12) + 12, 12)
    return Buffer.concat([before, field, end])
  }
  const unpacked = (bytes: Buffer) => unpackImport(Readable.from([bytes]), 'export.zip')

  for (const name of ['inner.zip', 'note.md'])
    test(`is rejected: ${name}`, async () => {
      for (const packed of [2n ** 20n, 2n ** 33n, 2n ** 50n])
        await expect(unpacked(archiveStating(name, packed))).rejects.toBeInstanceOf(InvalidZip)
      // If the archive states the true size of 4 bytes, it is accepted.
      const { close } = await unpacked(archiveStating(name, 4n))
      await close()
    })

  test('is left out if it is inside another archive', async () => {
    const inner = archiveStating('note.md', 2n ** 50n)
    const bytes = Buffer.from(zipSync({ 'inner.zip': inner, 'other.md': strToU8('Text') }))
    const { files, left_out, close } = await unpacked(bytes)
    expect({ files, left_out }).toEqual({
      files: ['other.md'],
      left_out: [{ file: 'inner.zip', reason: 'not_read' }],
    })
    await close()
  })
})
