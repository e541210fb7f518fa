import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyLimits, checkBody } from '#api/platform/http/body-limits.ts'
import { calls } from '#common/calls.ts'
import type { Call } from '#common/platform/call.ts'
import { type Cast, makeCast } from '../support/cast.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let cast: Cast

beforeAll(async () => {
  server = await startTestServer()
  cast = await makeCast(server)
})

afterAll(() => server.close())

const withBody = Object.entries(calls as Record<string, Call>).filter(([, { body }]) => body !== undefined)
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Answers the error that refuses a body of this text, or undefined for one that is read. */
function refusalOf(call: Call, body: string | Uint8Array): unknown {
  try {
    checkBody(call, typeof body === 'string' ? bytesOf(body) : body)
  } catch (error) {
    return Object(error).code
  }
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
  // Scanning the same signs up to the same limit for two hundred calls would prove no more.
  const differing = new Map(withBody.map((one) => [JSON.stringify(bodyLimits(one[1])), one]))
  for (const [name, call] of differing.values())
    for (const body of bodies) expect(refusalOf(call, body), name).toBe('too_large')
  for (const [name, call] of withBody) expect(refusalOf(call, '['.repeat(50_000)), name).toBe('invalid')
})

test('a call takes well more than each of its fields, and documents as long as any', () => {
  for (const [name, call] of withBody) {
    const row = JSON.stringify({ ...Array(1_000).fill('Text, with [signs] in {it} and \\"quotes\\"') })
    expect(refusalOf(call, row), name).toBeUndefined()
  }
  expect(bodyLimits(calls.createWorkItem).values).toBe(400_000)
  expect(
    refusalOf(calls.updateWorkItem, JSON.stringify({ description_html: 'x,['.repeat(3_500_000) })),
  ).toBeUndefined()
  const items = Array.from({ length: 2_000 }, () => crypto.randomUUID())
  expect(refusalOf(calls.archiveWorkItems, JSON.stringify({ issue_ids: items }))).toBeUndefined()
  expect(bodyLimits(calls.updateProjectMember).values).toBe(5_000)
})

test('counts what is in any JSON, and no signs within texts', () => {
  const call: Call = { ...calls.updateProjectMember }
  const most = bodyLimits(call).values
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

test('ten thousand unknown names are refused, and change nothing', async () => {
  const names = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`unknown${at}`, at]))
  const params = { slug: 'acme' }
  const body = { name: 'Renamed', ...names }
  expect(await cast.ann.refused('updateWorkspace', { params, body })).toMatchObject({
    status: 413,
    code: 'too_large',
  })
  expect(await cast.ann.call('getWorkspace', { params })).toMatchObject({ name: 'Acme' })
})
