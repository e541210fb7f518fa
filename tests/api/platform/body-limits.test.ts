import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBodyLimits } from '#api/platform/http/body-limits.ts'
import { calls } from '#common/calls.ts'
import type { Call } from '#common/platform/call.ts'
import { jsonSizeProblem } from '#common/platform/json-size.ts'
import { parseBody } from '#common/platform/parse-body.ts'
import { createWorkspaceWithUsers, type WorkspaceWithUsers } from '../../support/cast.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let cast: WorkspaceWithUsers

beforeAll(async () => {
  server = await startTestServer()
  cast = await createWorkspaceWithUsers(server)
})

afterAll(() => server.close())

const withBody = Object.entries(calls as Record<string, Call>).filter(([, { body }]) => body !== undefined)
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Returns the error code for a body with this text, or undefined if it is accepted. */
function refusalOf(call: Call, body: string | Uint8Array) {
  return jsonSizeProblem(typeof body === 'string' ? bytesOf(body) : body, getBodyLimits(call))?.code
}

function valuesIn(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  const parts = Object.values(value)
  return 1 + Math.max(0, parts.length - 1) + parts.reduce((sum: number, part) => sum + valuesIn(part), 0)
}

test('every call refuses a million numbers, nested lists and names before it reads them', () => {
  const bodies = [
    `{"x":[${'1,'.repeat(999_999)}1]}`,
    `[${'[],'.repeat(999_999)}[]]`,
    `{${Array.from({ length: 500_000 }, (_, at) => `"n${at}":1`).join(',')}}`,
  ].map(bytesOf)
  // Many calls have the same limits, so the large bodies are tested with only one call for each set of limits.
  const differing = new Map(withBody.map((one) => [JSON.stringify(getBodyLimits(one[1])), one]))
  for (const [name, call] of differing.values())
    for (const body of bodies) expect(refusalOf(call, body), name).toBe('too_large')
  for (const [name, call] of withBody) expect(refusalOf(call, '['.repeat(50_000)), name).toBe('invalid')
})

test('limits exceed the maximum of each field, and fit any document', () => {
  for (const [name, call] of withBody) {
    const row = JSON.stringify({ ...Array(1_000).fill('Text, with [signs] in {it} and \\"quotes\\"') })
    expect(refusalOf(call, row), name).toBeUndefined()
  }
  expect(getBodyLimits(calls.createWorkItem).values).toBe(400_000)
  expect(
    refusalOf(calls.updateWorkItem, JSON.stringify({ description_html: 'x,['.repeat(3_500_000) })),
  ).toBeUndefined()
  const items = Array.from({ length: 10_000 }, () => crypto.randomUUID())
  expect(refusalOf(calls.archiveWorkItems, JSON.stringify({ issue_ids: items }))).toBeUndefined()
  const updates = items.map((id) => ({ id, state_id: id, assignee_ids: [id] }))
  expect(refusalOf(calls.setWorkItems, JSON.stringify({ updates }))).toBeUndefined()
  expect(getBodyLimits(calls.updateProjectMember).values).toBe(5_000)
})

test('every text has a declared maximum, and few are long', () => {
  const known = ['description', 'description_binary', 'description_html', 'description_json', 'comment_json']
  for (const [name, call] of withBody) {
    const { beside, bytes, documents } = getBodyLimits(call)
    expect([...known, 'SAMLResponse'], name).toEqual(expect.arrayContaining([...documents]))
    expect(beside.bytes, name).toBeLessThanOrEqual(2 * 1024 * 1024)
    if (documents.size === 0) expect(bytes, name).toBe(beside.bytes)
  }
  expect(getBodyLimits(calls.createLabel).bytes).toBe(1024 * 1024)
})

test('counts values and names of JSON, but no characters inside strings', () => {
  const call: Call = { ...calls.updateProjectMember }
  const most = getBodyLimits(call).values
  const filler = (count: number) => Array.from({ length: count }, () => 1)
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const others = valuesIn([value, []])
      const fits = JSON.stringify([value, filler(most - others + 1)])
      const exceeds = JSON.stringify([value, filler(most - others + 2)])
      expect(refusalOf(call, fits)).toBeUndefined()
      expect(refusalOf(call, exceeds)).toBe('too_large')
    }),
  )
})

test('rejects ten thousand unknown names and changes nothing', async () => {
  const names = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`unknown${at}`, at]))
  const params = { slug: 'acme' }
  const body = { name: 'Renamed', ...names }
  expect(await cast.ann.refused('updateWorkspace', { params, body })).toMatchObject({
    status: 413,
    code: 'too_large',
  })
  expect(await cast.ann.call('getWorkspace', { params })).toMatchObject({ name: 'Acme' })
})

const project = async (identifier: string) => {
  const body = { name: identifier, identifier }
  const { id } = await cast.ann.call('createProject', { params: { slug: 'acme' }, body })
  return { slug: 'acme', project_id: id }
}
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

test('accepts a large JSON document and validates the other fields', async () => {
  const params = await project('LARGE')
  const content = Array.from({ length: 4_000 }, (_, at) => paragraph(`Line ${at}`))
  const body = { name: 'Long', labels: [], description_json: { type: 'doc', content } }
  const { id } = await cast.ann.call('createWorkItem', { params, body })
  const { description_html } = await cast.ann.call('getWorkItem', { params: { ...params, id } })
  expect(description_html).toContain('Line 0</p>')
  expect(description_html).toContain('Line 3999</p>')
  const refused = (changed: object) =>
    cast.ann.refused('createWorkItem', { params, body: { ...body, ...changed } })
  expect(await refused({ name: 5 })).toMatchObject({ status: 400, fields: { name: [expect.any(String)] } })
  expect(await refused({ name: 'x'.repeat(3_000_000) })).toMatchObject({ status: 413 })
  expect(await refused({ priority: 'high\u0000' })).toMatchObject({ status: 400 })
  const wrong = { type: 'doc', content: [...content, { type: 'nothing' }] }
  expect(await refused({ description_json: wrong })).toMatchObject({
    status: 400,
    fields: { description_json: [expect.any(String)] },
  })
  const forged = { '\u0000json': '{"type":"doc"}' }
  expect(await refused({ description_json: forged })).toMatchObject({ status: 400 })
  expect(await refused({ description_json: [...content] })).toMatchObject({ status: 400 })
}, 60_000)

test('a worker thread parses a body and keeps its document packed', () => {
  const most = { bytes: 1e6, values: 1e5, names: 1e5 }
  const parse = (value: unknown, beside = most) =>
    parseBody({ bytes: bytesOf(JSON.stringify(value)), most, documents: new Set(['doc']), beside })
  expect(parse({ a: [1, { b: null }], doc: {} })).toEqual({
    value: { a: [1, { b: null }], doc: {} },
    fields: {},
  })
  expect(parse({ issue: { doc: { c: [1] } } }).value).toEqual({
    issue: { doc: { '\u0000json': '{"c":[1]}' } },
  })
  expect(parse({ 'a\u0001': 1 }).fields).toEqual({ non_field_errors: [expect.any(String)] })
  const few = { ...most, values: 10 }
  expect(() => parse({ doc: Array(50).fill(1) }, few)).not.toThrow()
  expect(() => parse({ a: Array(50).fill(1) }, few)).toThrow('too many values')
})

test('a form with more fields than any form has is refused before it is read', async () => {
  const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { cookie: cast.ann.cookie, origin: server.url, 'content-type': type },
      body,
    })
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=1`).join('&')
  expect((await post('/api/workspaces/', fields(50_000))).status).toBe(413)
  expect((await post('/api/workspaces/', fields(1_500))).status).toBe(413)
  const parts = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(500)
  expect((await post('/api/workspaces/', `${parts}--x--`, 'multipart/form-data; boundary=x')).status).toBe(
    413,
  )
  const made = await post('/api/workspaces/', 'name=First&slug=by-form&name=By%20form')
  expect(await made.json()).toMatchObject({ slug: 'by-form', name: 'By form' })
})
