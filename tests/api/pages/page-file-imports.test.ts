import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removePageImportsJob } from '#api/pages/page-imports/import-job.ts'
import { fileIdsInHtml } from '#common/documents/content/pictures.ts'
import { maxPageNameLength } from '#common/documents/content/title.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { sendImport, waitForImportReport } from '../../support/imports/send-import.ts'
import { startTestJobRunner } from '../../support/job-runner.ts'
import {
  type ProjectPathParams,
  type ProjectTestServer,
  startProjectTestServer,
} from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
let picture: Uint8Array

beforeAll(async () => {
  atlas = await startProjectTestServer()
  picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})
afterAll(() => atlas.close())

type Files = Record<string, string | Uint8Array>

const zipped = (files: Files) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
  )

/** Imports a file and returns its report and the created pages by name. */
async function imported(
  name: string,
  bytes: string | Uint8Array,
  {
    who = atlas.cast.max,
    where = atlas.params,
    ...query
  }: { who?: ApiClient; where?: ProjectPathParams; [more: string]: unknown } = {},
) {
  const { status, answer } = await sendImport(atlas.server, who, where, { name, bytes, ...query })
  expect(status, JSON.stringify(answer)).toBe(201)
  const report = await waitForImportReport(who, where, answer.id)
  const ids = report.notes.flatMap((note) => (note.kind === 'page' ? (note.page_id ?? []) : []))
  const pages = await Promise.all(
    ids.map((page_id) => who.call('getPage', { params: { ...where, page_id } })),
  )
  const plain = (html: string) =>
    html.replaceAll(' target="_blank" rel="noopener noreferrer nofollow"', '').replaceAll(addressOf(''), '/')
  return {
    report,
    pages,
    byName: Object.fromEntries(
      pages.map((page) => [page.name, { ...page, html: plain(page.description_html) }]),
    ),
    left: Object.fromEntries(
      report.notes.filter((note) => note.kind === 'left_out').map(({ file, reason }) => [file, reason]),
    ),
  }
}

const addressOf = (id: string) =>
  `${atlas.server.url}/${atlas.params.slug}/projects/${atlas.params.project_id}/pages/${id}`

describe('files of Markdown and HTML', () => {
  test('a text becomes a page named by its first heading', async () => {
    const { report, byName } = await imported(
      'plan of ours.md',
      '# The plan\n\nSome **bold** words.\n\n- [x] done\n- [ ] to do\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst a = 1\n```\n',
    )
    expect(report).toMatchObject({ status: 'completed', problem: null, total: 1, done: 1, left_out: 0 })
    const page = byName['The plan']
    expect(page).toMatchObject({ parent: null, access: 0, owned_by: atlas.cast.max.id })
    expect(page?.html).toContain('<strong>bold</strong>')
    expect(page?.html).toMatch(/data-checked="true"[\s\S]*done[\s\S]*data-checked="false"[\s\S]*to do/)
    expect(page?.html).toMatch(/<th[^>]*><p>a<\/p><\/th>/)
    expect(page?.html).toContain('<code class="language-ts">const a = 1</code>')
    expect(page?.html).not.toContain('<h1>')
    const listed = await atlas.cast.max.call('listPages', { params: atlas.params })
    expect(listed.toSorted((a, b) => a.sort_order - b.sort_order)[0]?.name).toBe('The plan')
  })

  test('uses the file name or front matter without a heading', async () => {
    expect((await imported('Notes of May.md', 'Just words.')).byName['Notes of May']?.html).toBe(
      '<p>Just words.</p>',
    )
    const { byName } = await imported('x.md', '---\ntitle: "Its own name"\ntags: [a, b]\n---\nText')
    expect(byName['Its own name']?.html).toBe(
      '<pre><code class="language-yaml">tags: [a, b]</code></pre><p>Text</p>',
    )
  })

  test('removes the first heading if it repeats the title of the front matter', async () => {
    const { byName } = await imported('x.md', '---\ntitle: Runbook\ntags: ops\n---\n# Runbook\n\nText')
    expect(byName['Runbook']?.html).toBe('<pre><code class="language-yaml">tags: ops</code></pre><p>Text</p>')
    const other = await imported('y.md', '---\ntitle: Plan\ntags: ops\n---\n# Another\n\nText')
    expect(other.byName['Plan']?.html).toContain('<h1>Another</h1>')
  })

  test('removes invalid characters from titles', async () => {
    const { report, byName } = await imported(
      'titles.zip',
      zipped({
        'a.html': '<title>A&#0;B</title><p>One</p>',
        'hidden.html': '<title>&#1;&#2;</title><p>Two</p>',
        'c.html': '<title>&#55296;</title><p>Three</p>',
        'd.md': '# D\u0001E\n\nFour',
      }),
    )
    expect(report).toMatchObject({ status: 'completed', done: 4, left_out: 0 })
    expect(Object.keys(byName).toSorted()).toEqual(['A B', 'D E', 'hidden', '\ufffd'])
  })

  test('joins wrapped lines and keeps hard line breaks', async () => {
    const cut =
      'This line is as long as those who write in terminals make theirs, so that\nthe next one goes on with it and everything is one paragraph for readers.\n'
    expect((await imported('cut.md', cut)).byName['cut']?.html).not.toContain('<br>')
    expect((await imported('ended.md', 'Roses\nViolets')).byName['ended']?.html).toBe(
      '<p>Roses<br>Violets</p>',
    )
  })

  test('security 21: removes scripts from Markdown', async () => {
    const { byName } = await imported(
      'hostile.md',
      '# Hostile\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,x) <img src=x onerror=alert(1)>\n\n<a href="java\tscript:alert(1)" onclick="x()">d</a> <div style="background:url(javascript:x)" onload="x()">e</div> ![f](javascript:alert(1))\n',
    )
    const html = byName['Hostile']?.html ?? ''
    for (const word of ['a', 'b', 'c', 'd', 'e']) expect(html).toContain(word)
    expect(html).not.toMatch(/<script|href="(java|data)|<img|<[^>]+ on\w+=/i)
  })

  test('security 21: sanitises HTML with the editor’s schema', async () => {
    const { byName } = await imported(
      'site.html',
      '<!doctype html><html><head><title>A &amp; B</title><style>p{}</style></head><body onload="x()"><h1>A &amp; B</h1>' +
        '<p onclick="steal()">Words <a href="javascript:alert(1)">bad</a></p><script>alert(1)</script><iframe src="https://evil.example"></iframe>' +
        '<svg onload="x()"><circle/></svg><form action="/x"><input name="a"></form></body></html>',
    )
    const html = byName['A & B']?.html ?? ''
    expect(html).toContain('Words')
    expect(html).not.toMatch(/script|onclick|onload|<iframe|<svg|<form|steal|alert\(1\)/)
  })

  test('an embedded picture becomes a file of the page', async () => {
    const data = `data:image/png;base64,${Buffer.from(picture).toString('base64')}`
    const { byName, report } = await imported(
      'one.html',
      `<h1>One</h1><p>Before</p><img src="${data}" alt="Teal">`,
    )
    const [id = ''] = fileIdsInHtml(byName['One']?.html ?? '')
    expect(byName['One']?.html).toContain('data-pixels="40" aspectratio="2"')
    const [file] = await runSql<Record<string, unknown>>(
      atlas.server.databaseUrl,
      'select entity_type, entity_identifier, uploaded_at, created_by from file_assets where id = $1',
      [id],
    )
    expect(file).toMatchObject({
      entity_type: 'PAGE_DESCRIPTION',
      entity_identifier: byName['One']?.id,
      created_by: atlas.cast.max.id,
    })
    expect(file?.['uploaded_at']).not.toBeNull()
    expect(report.notes.filter((note) => note.kind === 'lost_picture')).toEqual([])
  })

  test('reports unusable files', async () => {
    const notes = await imported('a.md', Uint8Array.from([0x23, 0x20, 0xff, 0x80, 0xfe, 0x81, 0xfd]))
    expect(notes.left).toEqual({ 'a.md': 'no_text' })
    const { report } = await imported('a.pdf', '%PDF-1.7')
    expect(report).toMatchObject({ status: 'failed', problem: 'empty', done: 0 })
    expect((await imported('a.zip', 'no zip at all')).report).toMatchObject({
      status: 'failed',
      problem: 'not_read',
    })
  })
})

/** Reads a small sample file that has the format of another program. */
const foreign = (name: string) => readFileSync(join(import.meta.dirname, '../../support/foreign-files', name))

const cellsOf = (html = '') =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*><p>(.*?)<\/p>/g)].map(([, cell]) => cell),
  )

describe('tables of other programs', () => {
  test.each([
    [
      'semicolons.csv',
      [
        ['name', 'place', 'length'],
        ['Anna', 'Kiel', '8,5'],
        ['Berta', 'Flensburg; north', '9'],
      ],
    ],
    [
      'tabs-utf16.csv',
      [
        ['name', 'place'],
        ['Anna', 'Kiel'],
        ['Jürgen', 'Flensburg'],
      ],
    ],
    [
      'windows-1252.csv',
      [
        ['name', 'place'],
        ['Jürgen', 'Düsseldorf'],
        ['“quoted”', '40 €'],
      ],
    ],
    [
      'more-cells-than-header.md',
      [
        ['a', 'b', ''],
        ['1', '2', 'lost words here'],
      ],
    ],
  ])('%s is a table with all its cells', async (name, expected) => {
    const { pages, report } = await imported(name, foreign(name))
    expect(report.notes.map(({ kind }) => kind)).toEqual(['page'])
    expect(cellsOf(pages[0]?.description_html)).toEqual(expected)
  })

  test('reads tab-separated files as tables', async () => {
    const { pages } = await imported('t.tsv', 'name\tplace\nLee, Ann\tKiel, Berlin\n')
    expect(cellsOf(pages[0]?.description_html)).toEqual([
      ['name', 'place'],
      ['Lee, Ann', 'Kiel, Berlin'],
    ])
  })

  test('reports columns and titles that were cut off', async () => {
    const row = Array.from({ length: 103 }, (_, at) => at).join(',')
    const { report, pages } = await imported('wide.csv', `${row}\n`.repeat(2))
    expect(report.notes.filter(({ kind }) => kind === 'cut')).toMatchObject([
      { file: 'wide.csv', reason: 'columns', text: '3' },
    ])
    expect(cellsOf(pages[0]?.description_html)[0]).toHaveLength(100)
    const title = 'x'.repeat(maxPageNameLength + 5)
    const long = await imported('long.md', `# ${title}\n\ntext`)
    expect(long.report.notes).toMatchObject([{ kind: 'page' }, { kind: 'cut', reason: 'title' }])
  })

  test('handles a quoted cell of nine megabytes', async () => {
    const { report } = await imported('huge.csv', `a,b\n"${'x'.repeat(9_000_000)}",2\n`)
    expect(report.problem).not.toBe('failed')
    expect(report.notes).toHaveLength(1)
  })
})

test('rejects a duplicate import id with a message', async () => {
  const id = newId()
  await imported('first.md', 'First', { id })
  const second = { name: 'second.md', bytes: 'Second', id }
  const { status, answer } = await sendImport(atlas.server, atlas.cast.max, atlas.params, second)
  expect(status).toBe(409)
  expect(answer).toMatchObject({ error: 'An import with this id already exists.' })
})

describe('archives', () => {
  test.each([
    ['names-shift-jis.zip', ['メモ', '予定表', '機能'], { 機能: '予定表' }],
    ['names-cp866.zip', ['Журнал', 'План'], { Журнал: 'План' }],
    ['names-gbk.zip', ['会议记录', '计划'], {}],
    ['zip64.zip', ['Page'], {}],
  ])('%s: each file is a page, and its links work', async (name, titles, links) => {
    const { byName, report } = await imported(name, foreign(name))
    expect(Object.keys(byName).toSorted()).toEqual(titles.toSorted())
    expect(report.notes.map(({ kind }) => kind)).toEqual(titles.map(() => 'page'))
    // The report names the file of each page. In `zip64.zip`, the file has another name than its page.
    if (name !== 'zip64.zip')
      expect(report.notes.map(({ file }) => file).toSorted()).toEqual(
        titles.map((title) => `${title}.md`).toSorted(),
      )
    for (const [from, to] of Object.entries(links))
      expect(byName[from]?.html).toContain(`<a href="/${byName[to]?.id}">`)
  })

  test('keeps dot files, except those of operating systems', async () => {
    const { byName, report } = await imported('dots.zip', foreign('names-with-dots.zip'))
    // The archive contains no file with the name of the folder `.NET`, so the folder becomes a separate page.
    expect(Object.keys(byName).toSorted()).toEqual(['.NET', '.NET guide', 'Plain', 'Setup'])
    expect(byName['Setup']?.parent).toBe(byName['.NET']?.id)
    expect(byName['.NET guide']?.html).toContain(`<a href="/${byName['Setup']?.id}">setup</a>`)
    expect(byName['Plain']?.html).toContain(`<a href="/${byName['.NET guide']?.id}">guide</a>`)
    expect(report.notes.every(({ kind }) => kind === 'page')).toBe(true)
    const more = zipped({ 'own.md': 'x', '.env': 'x', '.md': 'x', '.git/config': 'x' })
    expect((await imported('more.zip', more)).left).toEqual({ '.env': 'unused', '.md': 'unused' })
  })

  test('imports folders, links and pictures, and reports the rest', async () => {
    const { byName, report, left } = await imported(
      'docs.zip',
      zipped({
        'docs/README.md':
          '# Handbook\n\nSee [setup](guide/setup.md#first), [gone](nowhere.md), [the paper](paper%201.pdf) and ![Logo](img/logo.png)\n\n[tool](run.exe)',
        'docs/guide/setup.md': '# Setting up\n\n[Back](../README.md)',
        'docs/guide/deep/one.md': 'One',
        'docs/img/logo.png': picture,
        'docs/img/unused.png': picture,
        'docs/paper 1.pdf': '%PDF-1.7 a paper',
        'docs/other.pdf': '%PDF-1.7',
        'docs/run.exe': 'MZ',
        'docs/.DS_Store': 'x',
        '__MACOSX/docs/._README.md': 'x',
      }),
    )
    const [handbook, setup, guide, deep, one] = ['Handbook', 'Setting up', 'guide', 'deep', 'one'].map(
      (name) => byName[name],
    )
    expect(report).toMatchObject({ status: 'completed', total: 5, done: 5, left_out: 2 })
    expect(handbook?.html).toContain(`<a href="/${setup?.id}">setup</a>, gone, the paper and`)
    expect(setup?.html).toContain(`<a href="/${handbook?.id}">Back</a>`)
    expect(setup?.parent).toBe(guide?.id)
    expect(one?.parent).toBe(deep?.id)
    expect(deep?.parent).toBe(guide?.id)
    // The picture keeps its position in the text. The attached file becomes a block below the paragraph that
    // linked to it, so its id is the second one in the HTML.
    const [, paper = ''] = fileIdsInHtml(handbook?.html ?? '')
    expect(handbook?.html).toContain(
      `<file-component src="${paper}" data-name="paper 1.pdf" data-type="application/pdf" data-size="16">paper 1.pdf</file-component><p>run.exe</p>`,
    )
    expect(left).toEqual({ 'docs/img/unused.png': 'unused', 'docs/other.pdf': 'unused' })
    expect(report.notes.filter((note) => note.kind === 'lost_picture')).toMatchObject([
      { file: 'docs/README.md', text: 'docs/run.exe', reason: 'type' },
    ])
    expect(report.notes.filter((note) => note.kind === 'dead_link')).toMatchObject([
      { file: 'docs/README.md', page_id: handbook?.id, text: 'nowhere.md' },
    ])
  })

  test('skips and reports dangerous entries of an archive', async () => {
    const bytes = zipped({
      'ok.md': 'Fine',
      'OK.md': 'Twin',
      '../out.md': 'x',
      '/root.md': 'x',
      'a\\..\\..\\b.md': 'x',
      'empty.md': '',
    })
    const { left, byName } = await imported('hostile.zip', bytes)
    expect(Object.keys(byName)).toEqual(['ok'])
    expect(left).toEqual({
      'OK.md': 'twice',
      '../out.md': 'unsafe',
      '/root.md': 'unsafe',
      'a/../../b.md': 'unsafe',
      'empty.md': 'empty',
    })
    const bomb = zipped({ 'bomb.md': new Uint8Array(30_000_000), 'ok.md': 'Fine' })
    expect((await imported('bomb.zip', bomb)).left).toEqual({ 'bomb.md': 'too_large' })
    // The directory of the archive understates the size of one file and marks other files as encrypted or as
    // links.
    const lied = marked(
      zipped({ 'lied.md': new Uint8Array(30_000_000), 'ok.md': 'Fine' }),
      'lied.md',
      (list, at) => list.writeUInt32LE(5, at + 24),
    )
    expect((await imported('lied.zip', lied)).left).toEqual({ 'lied.md': 'not_read' })
    const secret = marked(zipped({ 'secret.md': 'x', 'ok.md': 'Fine' }), 'secret.md', (list, at) =>
      list.writeUInt16LE(1, at + 8),
    )
    expect((await imported('secret.zip', secret)).left).toEqual({ 'secret.md': 'encrypted' })
    const link = marked(zipped({ 'link.md': '/etc/passwd', 'ok.md': 'Fine' }), 'link.md', (list, at) => {
      list.writeUInt8(3, at + 5)
      list.writeUInt32LE((0o120777 << 16) >>> 0, at + 38)
    })
    expect((await imported('link.zip', link)).left).toEqual({ 'link.md': 'unsafe' })
  })

  test('rejects a truncated archive', async () => {
    const whole = zipped({ 'a.md': 'Text' })
    const { report } = await imported('cut.zip', whole.slice(0, whole.length - 30))
    expect(report).toMatchObject({ status: 'failed', problem: 'not_read', done: 0 })
  })

  test('lifts pages beyond the depth limit and reports them', async () => {
    const path = Array.from({ length: 13 }, (_, level) => `level ${level}`).join('/')
    const { report, pages } = await imported(
      'deep.zip',
      zipped({ 'first.md': 'x', [`${path}/last.md`]: 'x' }),
    )
    expect(report.status).toBe('completed')
    const byId = new Map(pages.map((page) => [page.id, page]))
    const levelOf = (id: string | null): number =>
      id === null ? 0 : 1 + levelOf(byId.get(id)?.parent ?? null)
    expect(Math.max(...pages.map((page) => levelOf(page.id)))).toBe(10)
    expect(report.notes.some((note) => note.kind === 'lifted')).toBe(true)
  })
})

/** Returns an archive whose directory has wrong values for one file. */
function marked(bytes: Uint8Array, name: string, change: (list: Buffer, at: number) => void): Uint8Array {
  const list = Buffer.from(bytes)
  for (
    let at = list.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = list.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  )
    if (list.toString('utf8', at + 46, at + 46 + list.readUInt16LE(at + 28)) === name) change(list, at)
  return list
}

describe('what we export ourselves', () => {
  test.each(['html', 'markdown'])(
    'as %s, with pictures and sub-pages, comes back as it was',
    async (format) => {
      const { max } = atlas.cast
      const data = `data:image/png;base64,${Buffer.from(picture).toString('base64')}`
      const made = await imported(
        'root.html',
        `<h1>Root of ${format}</h1><p>Before</p><img src="${data}" alt="Teal">`,
      )
      const root = made.byName[`Root of ${format}`]
      if (root === undefined) throw new Error('no page was made')
      const create = (name: string, description_html: string, parent: string) =>
        max.call('createPage', { params: atlas.params, body: { name, description_html, parent } })
      const callout =
        '<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="128221" data-background="light-blue"><p>Mind this</p></div>'
      const below = await create(
        'Below: it',
        `${callout}<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><p>done</p></li></ul>`,
        root.id,
      )
      await create('Deep', `<p>See <a href="${addressOf(below.id)}">below</a></p>`, below.id)
      const path = `/api/workspaces/${atlas.params.slug}/projects/${atlas.params.project_id}/pages/${root.id}/export/`
      const response = await fetch(
        `${atlas.server.url}${path}?format=${format}&pictures=true&sub_pages=true`,
        { headers: { cookie: max.cookie } },
      )
      const { report, byName } = await imported('again.zip', new Uint8Array(await response.arrayBuffer()))
      expect(report.notes.filter((note) => note.kind !== 'page')).toEqual([])
      const [again, belowAgain, deep] = [`Root of ${format}`, 'Below: it', 'Deep'].map((name) => byName[name])
      expect(belowAgain?.parent).toBe(again?.id)
      expect(deep?.parent).toBe(belowAgain?.id)
      expect(again?.html.replace(/src="[^"]*"/, '')).toBe(root.html.replace(/src="[^"]*"/, ''))
      expect(belowAgain?.html).toContain(callout)
      expect(belowAgain?.html).toMatch(/data-checked="true"[\s\S]*done/)
      expect(deep?.html).toContain(`<a href="/${belowAgain?.id}">below</a>`)
    },
  )
})

describe('where pages come, and whose they are', () => {
  test('creates private pages below a page on request', async () => {
    const { max } = atlas.cast
    const above = await max.call('createPage', { params: atlas.params, body: { name: 'Above', access: 1 } })
    const { byName } = await imported('in.md', 'Text', { parent: above.id, access: 1 })
    expect(byName['in']).toMatchObject({ parent: above.id, access: 1, owned_by: max.id })
  })

  test('security 68: rejects targets without permission or visibility', async () => {
    const { ann, max, gus, eve, cast } = { ...atlas.cast, cast: atlas.cast }
    const hidden = await ann.call('createPage', { params: atlas.params, body: { name: 'Hidden', access: 1 } })
    const elsewhere = await ann.call('createProject', {
      params: { slug: cast.slug },
      body: { name: 'Other', identifier: 'OTH', network: 0 },
    })
    const foreign = await eve.call('createPage', { params: atlas.eves, body: { name: 'Foreign' } })
    const send = async (who: ApiClient, where: ProjectPathParams, parent?: string) =>
      (await sendImport(atlas.server, who, where, { name: 'a.md', bytes: 'Text', ...(parent && { parent }) }))
        .status
    await atlas.changingNothing(async () => {
      expect(await send(gus, atlas.params)).toBe(403)
      expect(await send(eve, atlas.params)).toBe(404)
      expect(await send(max, { ...atlas.params, project_id: elsewhere.id })).toBe(404)
      expect(await send(max, atlas.eves)).toBe(404)
      for (const parent of [hidden.id, foreign.id, newId()])
        expect(await send(max, atlas.params, parent)).toBe(400)
    })
  })

  test('imports of others are not found', async () => {
    const { report } = await imported('mine.md', 'Text')
    const params = { ...atlas.params, import_id: report.id }
    for (const call of ['getPageImport', 'stopPageImport', 'undoPageImport', 'redoPageImport'] as const)
      await expect(atlas.cast.ann.call(call, { params })).rejects.toThrow('refused with 404')
    expect(await atlas.cast.ann.call('listPageImports', { params: atlas.params })).toEqual([])
  })
})

describe('into the workspace itself', () => {
  test('imports into the workspace itself, and undoes it', async () => {
    const { max, gus, eve } = atlas.cast
    const { slug } = atlas.params
    const above = await max.call('createWorkspacePage', { params: { slug }, body: { name: 'Handbook' } })
    const bytes = zipped({ 'a.md': '[b](a/b.md)', 'a/b.md': 'B' })
    const file = { name: 'book.zip', bytes, parent: above.id }
    const { status, answer } = await sendImport(atlas.server, max, { slug }, file)
    expect([status, answer.project_id]).toEqual([201, null])
    expect(await waitForImportReport(max, { slug }, answer.id)).toMatchObject({
      status: 'completed',
      done: 2,
    })
    const there = async () => {
      const listed = await max.call('listWorkspacePages', { params: { slug }, query: {} })
      return Object.fromEntries(listed.map((page) => [page.name, page]))
    }
    const { a, b } = await there()
    expect(a).toMatchObject({ project_ids: [], parent: above.id })
    expect(b).toMatchObject({ project_ids: [], parent: a?.id })
    const { description_html } = await max.call('getWorkspacePage', {
      params: { slug, page_id: a?.id ?? '' },
    })
    expect(description_html).toContain(`/${slug}/pages/${b?.id}`)
    const at = { slug, import_id: answer.id }
    await max.call('undoWorkspacePageImport', { params: at })
    expect(Object.keys(await there())).not.toContain('a')
    await max.call('redoWorkspacePageImport', { params: at })
    expect((await there())['b']).toMatchObject({ parent: a?.id })
    expect(await max.refused('getPageImport', { params: { ...atlas.params, ...at } })).toMatchObject({
      status: 404,
    })
    const small = { name: 'a.md', bytes: 'Text' }
    expect((await sendImport(atlas.server, gus, { slug }, small)).status).toBe(403)
    expect((await sendImport(atlas.server, eve, { slug }, small)).status).toBe(404)
  })
})

describe('afterwards', () => {
  test('undo trashes and restores all pages of an import', async () => {
    const { ann, max } = atlas.cast
    const { report, byName } = await imported('tree.zip', zipped({ 'a.md': 'A', 'a/b.md': 'B', 'c.md': 'C' }))
    const params = { ...atlas.params, import_id: report.id }
    const b = byName['b']?.id ?? ''
    const annes = await ann.call('createPage', { params: atlas.params, body: { name: 'Of Ann', parent: b } })
    const there = async () => {
      const listed = await max.call('listPages', { params: atlas.params })
      return Object.fromEntries(
        listed
          .filter((page) => ['a', 'b', 'c', 'Of Ann'].includes(page.name))
          .map((page) => [page.name, page.parent]),
      )
    }
    const before = await there()
    expect(before).toEqual({ a: null, b: byName['a']?.id, c: null, 'Of Ann': b })
    expect((await max.call('undoPageImport', { params })).undone_at).not.toBeNull()
    expect(await there()).toEqual({ 'Of Ann': null })
    expect((await max.call('redoPageImport', { params })).undone_at).toBeNull()
    expect(await there()).toEqual(before)
    expect(annes.id).toBeTruthy()

    // While the import is undone, the user moves the page "Parent" below the page "Child", which was below the
    // imported page. Redo must not move "Child" below the imported page again, because the pages would then form a
    // cycle.
    const parent = (await ann.call('createPage', { params: atlas.params, body: { name: 'Parent' } })).id
    const below = await imported('below.md', 'Text', { parent })
    const again = { ...atlas.params, import_id: below.report.id }
    const [page] = below.pages
    const child = await ann.call('createPage', {
      params: atlas.params,
      body: { name: 'Child', parent: page?.id },
    })
    await max.call('undoPageImport', { params: again })
    await ann.call('updatePage', {
      params: { ...atlas.params, page_id: parent },
      body: { parent: child.id },
    })
    await max.call('redoPageImport', { params: again })
    const at = async (page_id = '') =>
      (await max.call('getPage', { params: { ...atlas.params, page_id } })).parent
    expect([await at(page?.id), await at(parent), await at(child.id)]).toEqual([parent, child.id, null])
  })

  test('security 10: redo makes no page public that the caller may not publish', async () => {
    const { ann, max } = atlas.cast
    const root = await ann.call('createPage', { params: atlas.params, body: { name: 'Root to be public' } })
    const { report, pages } = await imported('part.md', 'Text', { parent: root.id })
    const page_id = pages[0]?.id ?? ''
    const secret = await ann.call('createPage', {
      params: atlas.params,
      body: { name: 'Secret of Ann', parent: page_id },
    })
    const params = { ...atlas.params, import_id: report.id }
    await max.call('undoPageImport', { params })
    await ann.call('publishPage', {
      params: { ...atlas.params, page_id: root.id },
      body: { has_sub_pages: true },
    })
    await max.call('redoPageImport', { params })
    const parentOf = async (id: string) =>
      (await ann.call('getPage', { params: { ...atlas.params, page_id: id } })).parent
    expect([await parentOf(page_id), await parentOf(secret.id)]).toEqual([root.id, null])
    const { results } = await ann.call('listAuditRecords', {
      params: { slug: atlas.params.slug },
      query: { group: 'page' },
    })
    const published = results.filter(({ action }) => action === 'page.published').map(({ target }) => target)
    expect(published).toContain(page_id)
    expect(published).not.toContain(secret.id)
  })

  test('a stopped import creates no more pages and deletes its file', async () => {
    const { max } = atlas.cast
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`page ${at}.md`, `Text ${at}`]))
    const { answer } = await sendImport(atlas.server, max, atlas.params, {
      name: 'many.zip',
      bytes: zipped(files),
    })
    const params = { ...atlas.params, import_id: answer.id }
    const stopped = await max.call('stopPageImport', { params })
    expect(stopped.status).toBe('stopped')
    const { done } = await max.call('getPageImport', { params })
    const later = await imported('after.md', 'Text')
    expect(later.report.status).toBe('completed')
    expect(await max.call('getPageImport', { params })).toMatchObject({ status: 'stopped', done })
  })

  test('an import stops when its user loses the permission', async () => {
    const { ann, max } = atlas.cast
    const files = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`page ${at}.md`, `Text ${at}`]))
    const { answer } = await sendImport(atlas.server, max, atlas.params, {
      name: 'lost.zip',
      bytes: zipped(files),
    })
    const setRole = (held: number) =>
      runSql(
        atlas.server.databaseUrl,
        'update project_members set role = $1 where project_id = $2 and member_id = $3',
        [held, atlas.params.project_id, max.id],
      )
    await setRole(role.guest)
    const [row] = await finished(answer.id)
    await setRole(role.member)
    expect(row).toMatchObject({ status: 'failed', problem: 'no_access' })
    expect(Number(row?.['done'])).toBeLessThan(80)
    expect(ann.id).toBeTruthy()
  })

  test('the same import sent twice runs once', async () => {
    const { max } = atlas.cast
    const id = newId()
    const send = () => sendImport(atlas.server, max, atlas.params, { name: 'twice.md', bytes: '# Twice', id })
    const sent = await Promise.all([send(), send(), send(), send()])
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(await waitForImportReport(max, atlas.params, id)).toMatchObject({ status: 'completed', done: 1 })
  })

  test('limits running imports to two per person', async () => {
    const { max } = atlas.cast
    const going = async (status: string) => {
      const id = newId()
      await runSql(
        atlas.server.databaseUrl,
        `insert into page_imports (id, created_at, updated_at, workspace_id, project_id, created_by, name, size, access, status)
         select $1, now() - interval '2 days', now() - interval '2 days', workspace_id, id, $2, 'x', 1, 0, $3 from projects where id = $4`,
        [id, max.id, status, atlas.params.project_id],
      )
      return id
    }
    const ids = [await going('queued'), await going('processing')]
    const { status } = await sendImport(atlas.server, max, atlas.params, { name: 'a.md', bytes: 'Text' })
    expect(status).toBe(429)
    const jobs = await startTestJobRunner(atlas.server, [removePageImportsJob])
    await jobs.enqueue(jobs.orm.em.fork() as never, removePageImportsJob, {})
    await jobs.done(removePageImportsJob)
    await jobs.stop()
    for (const id of ids) expect(await finished(id)).toMatchObject([{ status: 'failed', problem: 'failed' }])
  })
})

async function finished(id: string) {
  for (;;) {
    const rows = await runSql<Record<string, unknown>>(
      atlas.server.databaseUrl,
      'select status, problem, done from page_imports where id = $1',
      [id],
    )
    if (rows[0]?.['status'] !== 'queued' && rows[0]?.['status'] !== 'processing') return rows
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
