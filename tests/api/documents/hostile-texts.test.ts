import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { nodeFromHtml } from '#api/documents/content/parse-html.ts'
import { type CallName, calls } from '#common/calls.ts'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { documentName } from '#common/documents/content/names.ts'
import { renderNode } from '#common/documents/content/render.ts'
import type { Call } from '#common/platform/call.ts'
import { type ApiClient, createAnotherSession, runSql } from '../../support/api-client.ts'
import { makeInstanceAdmin } from '../../support/cast.ts'
import { closeClients, openDocumentClient, pollUntilTrue } from '../../support/document-clients.ts'
import { createFirstOfKind, createRotatingPick } from '../../support/full-run.ts'
import { dangerousHtml, hostileTexts } from '../../support/hostile-texts.ts'
import { createRawCaller, type RawCaller } from '../../support/raw-caller.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import {
  createPermissionTestData,
  getWorkspaceAdmin,
  type PermissionTestData,
  setCreatorOfRows,
} from '../../support/world.ts'
import { listBodyFields, replaceValueAtPath } from '../../support/wrong-values.ts'

let server: TestServer
let world: PermissionTestData
let ann: ApiClient
/**
 * Cookies of several sessions of Ann, which the test uses in turn. The test makes more calls per minute than
 * the rate limit of one session allows.
 */
const sessions: string[] = []
let turn = 0
let caller: RawCaller

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
  world = await createPermissionTestData(server)
  caller = await createRawCaller(server)
  ann = getWorkspaceAdmin(world).client
  await setCreatorOfRows(server, world.acme, ann.id)
  await makeInstanceAdmin(server, ann.id)
  for (let count = 0; count < 4; count++) sessions.push(await createAnotherSession(server, ann))
})
afterAll(async () => {
  closeClients()
  await server.close()
})

/** Lists all fields that accept HTML, of all API calls. A new call is therefore tested automatically. */
const fields = (Object.entries(calls) as [CallName, Call][]).flatMap(([name, call]) =>
  call.form
    ? []
    : listBodyFields(call).flatMap(({ path }): [CallName, string, string[]][] =>
        /_html$/.test(path.at(-1) ?? '') ? [[name, path.join('.'), path]] : [],
      ),
)

/** Finds stored HTML that could run scripts. */
async function findDangerousHtml(): Promise<string[]> {
  const columns = await runSql<{ table_name: string; column_name: string }>(
    server.databaseUrl,
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and column_name like '%html%' and data_type = 'text'`,
  )
  expect(columns.length).toBeGreaterThan(3)
  const found: string[] = []
  for (const { table_name, column_name } of columns) {
    const rows = await runSql<{ html: string | null }>(
      server.databaseUrl,
      `select "${column_name}" as html from "${table_name}"`,
    )
    for (const { html } of rows)
      if (html !== null && dangerousHtml.test(html)) found.push(`${table_name}: ${html}`)
  }
  return found
}

test('each hostile text is dangerous before it is sanitized', () => {
  expect(hostileTexts.filter((text) => !dangerousHtml.test(text))).toEqual([])
})

describe('security 21, 22: of hostile HTML', () => {
  const isFirst = createFirstOfKind()
  const textsInTurns = createRotatingPick()
  test.each(fields)('%s stores in %s what is harmless', async (name, _, path) => {
    let taken = 0
    const call = calls[name]
    for (const text of textsInTurns(hostileTexts, 5, isFirst(call.area))) {
      const input = world.input(call, world.acme, ann, path.slice(0, 1))
      const cookie = sessions[turn++ % sessions.length] ?? ann.cookie
      const { status, answer } = await caller.send(
        call,
        { cookie },
        { ...input, body: replaceValueAtPath(input.body, path, text) },
      )
      expect(status, `${text} ${JSON.stringify(answer)}`).toBeLessThan(500)
      if (status < 300) taken++
    }
    expect(taken).toBeGreaterThan(0)
    expect(await findDangerousHtml()).toEqual([])
  })
})

test('security 21, 22: HTML from a typed document contains nothing dangerous', async () => {
  const { params } = world.input(calls.createPage, world.acme, ann, [])
  const { id } = await ann.call('createPage', {
    params: { slug: '', project_id: '', ...params },
    body: { name: 'Typed' },
  })
  const writer = openDocumentClient(server.url, { cookie: ann.cookie }, documentName('page', id))
  await writer.synced()
  for (const href of [
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
  ]) {
    const paragraph = new Y.XmlElement('paragraph')
    const text = new Y.XmlText()
    text.insert(0, 'Kept <script>alert(1)</script>', { link: { href, onclick: 'alert(1)', class: 'fixed' } })
    paragraph.insert(0, [text])
    paragraph.setAttribute('onclick', 'alert(1)')
    paragraph.setAttribute('textAlign', 'center;position:fixed')
    const script = new Y.XmlElement('script')
    script.insert(0, [new Y.XmlText('alert(1)')])
    writer.doc.getXmlFragment(bodyFragmentName).push([paragraph, script])
  }
  await writer.saved()
  const html = async () =>
    (
      await runSql<{ description_html: string }>(
        server.databaseUrl,
        'select description_html from pages where id = $1',
        [id],
      )
    )[0]?.description_html ?? ''
  await pollUntilTrue(async () => (await html()).includes('Kept'))
  // Only paragraphs and a link without an address remain of the markup.
  expect(new Set((await html()).match(/<[^>]*>/g))).toEqual(
    new Set(['<p>', '<a target="_blank" rel="noopener noreferrer nofollow">', '</a>', '</p>']),
  )
  expect((await html()).split('Kept &lt;script&gt;alert(1)&lt;/script&gt;')).toHaveLength(5)
  expect(await findDangerousHtml()).toEqual([])
})

test('what the schema makes of each keeps its words', () => {
  for (const text of hostileTexts) expect(renderNode(nodeFromHtml(text)).text, text).toContain('Kept')
})
