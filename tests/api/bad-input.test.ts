import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csrfField } from '#api/http/csrf.ts'
import { fieldErrors } from '#api/http/request.ts'
import { hashToken, newSessionToken, sessionCookie } from '#api/http/session.ts'
import type { Call } from '#common/call.ts'
import { calls } from '#common/calls.ts'
import { role } from '#common/roles.ts'
import { runSql } from '../support/api-client.ts'
import { type Shape, shapeOf } from '../support/examples.ts'
import { type RawAnswer, type RawCaller, type RawInput, rawCaller } from '../support/raw-call.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { type TableWatch, watchTables } from '../support/table-watch.ts'
import { makeWorld, paramsOf, type World } from '../support/world.ts'

// All of it is made of the declarations: a call that is added is covered by having been declared.
const declared: [string, Call][] = Object.entries(calls)
const withBody = declared.filter(([, call]) => call.body !== undefined)
// Calls that share one query, such as those that list work items, share the code that reads it: one of them stands for all.
const withQuery = declared.filter(
  ([, call], at) =>
    call.query !== undefined && declared.findIndex(([, other]) => other.query === call.query) === at,
)
const withParams = declared.filter(([, call]) => paramsOf(call).length > 0)

let server: TestServer
let world: World
let tables: TableWatch
let caller: RawCaller
let admin: { id: string; email: string; cookies: string[] }
let asked = 0
let current: Record<string, string>

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
  world = await makeWorld(server)
  const ann = world.people.find((person) => person.workspace === role.admin)?.client
  if (ann === undefined) throw new Error('nobody is an admin of the workspace')
  admin = { id: ann.id, email: ann.email, cookies: await openSessions(ann.id, 8) }
  tables = await watchTables(server.databaseUrl)
  caller = await rawCaller(server)
  await tables.keep()
  current = await tables.state()
})

afterAll(async () => {
  await tables.close()
  await server.close()
})

/** Several, since each has a limit of its own. */
async function openSessions(userId: string, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, newSessionToken)
  await runSql(
    server.databaseUrl,
    `insert into sessions (token_hash, user_id, expires_at) select unnest($1::text[]), $2, now() + interval '1 day'`,
    [tokens.map(hashToken), userId],
  )
  return tokens.map((token) => `${sessionCookie}=${token}`)
}

function send(call: Call, input: RawInput): Promise<RawAnswer> {
  asked++
  return caller.send(call, { cookie: admin.cookies[asked % admin.cookies.length] ?? '' }, input)
}

function right(call: Call, also: string[] = []): RawInput {
  return world.input(call, world.acme, admin, also)
}

/** Never a failure of ours; a refusal says what it is and has written nothing. */
async function sendCleanly(call: Call, input: RawInput, what: string): Promise<RawAnswer> {
  const sent = await send(call, input)
  expect(sent.status, what).toBeLessThan(500)
  const now = await tables.state()
  if (sent.status < 400) {
    current = now
    return sent
  }
  if (typeof sent.answer === 'object') expect(sent.answer, what).toMatchObject({ code: expect.any(String) })
  // Guesses are counted even when they are refused.
  if (call.area === 'auth') current = now
  else expect(now, what).toEqual(current)
  return sent
}

async function putBack(): Promise<void> {
  await tables.putBack()
  current = await tables.state()
}

/** Passwords and sessions are needed for the next request; what is done to a workspace can wait. */
async function putOwnBack(call: Call): Promise<void> {
  if (typeof call.who === 'string') await putBack()
}

const texts = [
  '',
  '   ',
  'x',
  'x'.repeat(256),
  'x'.repeat(20_000),
  'a\u0000b',
  '\u0007',
  '\ud800',
  '\u202eevil',
  '2026-02-30',
  '00000000-0000-0000-0000-000000000000',
]
const numbers = [0, -1, 1.5, 1e308, 2 ** 53]

/** Values that are wrong for a field, and some that are right and hard to store. */
function valuesFor(call: Call, shape: Shape): unknown[] {
  if (call.form) return texts
  const kinds = [shape, ...(shape.anyOf ?? [])]
  const others: unknown[] = [null, true, [], [null], {}, { constructor: null }]
  if (kinds.some((one) => one.type === 'string' && !one.format && !one.enum))
    return [...texts, 7, null, [], {}]
  if (kinds.some((one) => one.type === 'number' || one.type === 'integer'))
    return [...numbers, 'NaN', null, [], {}]
  if (kinds.some((one) => one.type === 'array' || one.type === 'object')) {
    return [...others, 'x', 7, nested(2000), Array.from({ length: 300 }, () => 'x')]
  }
  return ['', 'x', 'a\u0000b', '2026-02-30', '00000000-0000-0000-0000-000000000000', 7, ...others]
}

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { type: 'paragraph', content: value }
  return value
}

describe('security 15: bad input', () => {
  test.each(withBody)('in a field of %s is refused by its name', async (_, call) => {
    if (call.body === undefined) return
    for (const { path, shape } of fieldsOf(shapeOf(call.body), [])) {
      if (path[0] === csrfField) continue
      const input = right(call, [path[0] ?? ''])
      for (const value of [...valuesFor(call, shape), undefined]) {
        const what = `${path.join('.')} = ${brief(value)}`
        const sent = await checkBody(call, { ...input, body: withValue(input.body, path, value) }, what)
        if (sent.status === 400 && !call.form) expect(namesWhatIsWrong(sent), what).toBe(true)
      }
    }
    await putBack()
  })

  test.each(withBody)('as a whole is refused by %s', async (_, call) => {
    const wholes: [string, string?][] = [
      ['{'],
      ['{"a":}'],
      ['null'],
      ['[]'],
      ['\u0000'],
      ['['.repeat(50_000)],
      ['{"a":'.repeat(10_000)],
      ['name=x&name=y', 'application/x-www-form-urlencoded'],
      ['--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nx', 'multipart/form-data; boundary=x'],
      ['--', 'multipart/form-data'],
      ['<a/>', 'application/xml'],
    ]
    for (const [text, type] of wholes) {
      const what = `${type ?? 'a body of'} ${brief(text)}`
      const sent = await sendCleanly(call, { ...right(call), text, type }, what)
      // A form is no JSON, so what it lacks is judged field by field.
      if (type === undefined) expect(sent.status, what).toBe(400)
      await putOwnBack(call)
    }
    await putBack()
  })

  test.each(withBody)('of any kind leaves %s standing', async (_, call) => {
    const names = Object.keys(call.body?.shape ?? {}).filter((name) => name !== csrfField)
    const { body } = right(call)
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom(...names, 'unknown', '__proto__'),
          call.form ? fc.string() : fc.jsonValue(),
        ),
        async (mixed) => {
          await checkBody(
            call,
            { ...right(call), body: { ...(body as object), ...mixed } },
            JSON.stringify(mixed),
          )
        },
      ),
      { numRuns: 8 },
    )
    await putBack()
  })

  test.each(withQuery)('in the query of %s is refused by its name', async (_, call) => {
    const given = Object.entries((right(call).query ?? {}) as Record<string, string>)
    for (const name of Object.keys(call.query?.shape ?? {})) {
      const others = given.filter(([other]) => other !== name)
      for (const value of [
        ...texts.filter((one) => one.length < 1000).map((one) => one.toWellFormed()),
        '-1',
        '0',
        '1e9',
        'null',
        'undefined',
        '1:2:3',
        "' or 1=1 --",
        '%00',
        'true',
      ]) {
        await checkQuery(call, [...others, [name, value]], `${name}=${brief(value)}`)
      }
      await checkQuery(call, [...others, [name, 'x'], [name, 'y']], `${name} twice`)
      await checkQuery(call, [...others, [`${name}[]`, 'x']], `${name} as a list`)
      await checkQuery(call, others, `${name} is missing`)
    }
    await checkQuery(call, [...given, ['unknown', 'x'], ['__proto__', 'x']], 'unknown names')
  })

  test.each(withParams)('in the path of %s finds nothing', async (_, call) => {
    const bad = ['\u0000', "'../..", 'x'.repeat(5000)]
    for (const { name } of paramsOf(call)) {
      for (const value of bad) {
        const input = right(call)
        const sent = await sendCleanly(
          call,
          { ...input, params: { ...input.params, [name]: value } },
          `${name} = ${brief(value)}`,
        )
        if (!call.form) expect([403, 404, 405], `${name} = ${brief(value)}`).toContain(sent.status)
      }
    }
  })

  test.each([
    '/api/%',
    '/api/workspaces/%E0%A4%A/',
    '/api/workspaces/%00/',
    '/api/workspaces/%ff/projects/',
    '/auth/%',
  ])('that is no address (%s) is not found', async (path) => {
    const response = await fetch(server.url + path, { headers: { cookie: admin.cookies[0] ?? '' } })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })

  test('that is too large is refused before it is read', async () => {
    const before = await tables.state()
    const sent = await send(calls.createWorkItem, {
      ...right(calls.createWorkItem),
      text: JSON.stringify({ name: 'x', description_html: 'x'.repeat(13 * 1024 * 1024) }),
    })
    expect(sent).toMatchObject({
      status: 413,
      answer: { code: 'too_large', error: 'REQUEST_BODY_TOO_LARGE' },
    })
    expect(await tables.state()).toEqual(before)
  })
})

describe('security 30: hostile text', () => {
  const hostile = [
    "'; drop table users; --",
    '" or ""="',
    '\\x27 \\ %s %_ $1 {{7*7}}',
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '👩‍👩‍👧 ❤️ 𝒳',
    'שלום \u202eעולם',
    'e\u0301 \u1100\u1161',
    '日本語テキスト',
    'a\u2028b\u2029c',
    '=cmd|calc',
    'null',
    'x'.repeat(255),
  ]
  const fields = withBody.flatMap(([name, call]) =>
    call.area === 'auth'
      ? []
      : textFieldsOf(call).map((field): [string, string, Call] => [field, name, call]),
  )
  test.each(fields)('in %s of %s comes back as it was sent', async (field, _, call) => {
    let accepted = 0
    for (const text of hostile) {
      const input = right(call)
      const before = current
      const sent = await sendCleanly(
        call,
        { ...input, body: { ...(input.body as object), [field]: text } },
        text,
      )
      if (sent.status >= 400) continue
      accepted++
      const written = Object.keys(current).filter((table) => current[table] !== before[table])
      expect(await tables.holds(text, written), text).toBeGreaterThan(0)
    }
    expect(accepted).toBeGreaterThan(0)
    await putBack()
  })
})

async function checkBody(call: Call, input: RawInput, what: string): Promise<RawAnswer> {
  const sent = await sendCleanly(call, input, what)
  const parsed = call.body?.safeParse(arriving(call, input.body))
  if (parsed?.success === false) expectFields(sent, Object.keys(fieldErrors(parsed.error)), what)
  await putOwnBack(call)
  return sent
}

/** By the field, or by the number that sign-in screens know it by. */
function namesWhatIsWrong({ answer }: RawAnswer): boolean {
  return 'fields' in Object(answer) || 'error_code' in Object(answer)
}

/** What is left of a body when it has travelled: what JSON cannot say is gone, and a form says nothing but text. */
function arriving(call: Call, body: unknown): unknown {
  if (!call.form) return JSON.parse(JSON.stringify(body))
  return Object.fromEntries(Object.entries(Object(body)).map(([name, value]) => [name, String(value)]))
}

async function checkQuery(call: Call, query: [string, string][], what: string): Promise<void> {
  const sent = await sendCleanly(call, { ...right(call), query }, what)
  const parsed = call.query?.safeParse(Object.fromEntries(query.toReversed()))
  if (parsed?.success === false) expectFields(sent, Object.keys(fieldErrors(parsed.error)), what)
  if (sent.status === 400) expect(namesWhatIsWrong(sent), what).toBe(true)
}

function expectFields(sent: RawAnswer, fields: string[], what: string): void {
  expect(sent.status, what).toBe(400)
  const answer = Object(sent.answer) as Record<string, unknown>
  expect(answer['code'], what).toBe('invalid')
  expect(Object.keys(answer['fields'] ?? {}).sort(), what).toEqual(fields.sort())
}

interface Field {
  path: string[]
  shape: Shape
}

/** Every field, those inside of others too; of lists the first element. */
function fieldsOf(shape: Shape, path: string[]): Field[] {
  const own = path.length === 0 ? [] : [{ path, shape }]
  const properties = Object.entries(shape.properties ?? {}).flatMap(([name, one]) =>
    fieldsOf(one, [...path, name]),
  )
  const alternatives = (shape.anyOf ?? []).flatMap((one) =>
    fieldsOf(one, path).filter((inner) => inner.path !== path),
  )
  const elements = shape.items === undefined ? [] : fieldsOf(shape.items, [...path, '0'])
  return [...own, ...properties, ...alternatives, ...elements]
}

/** A copy of `body` in which `value` stands at `path`; undefined takes it out. */
function withValue(body: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value
  const inner = withValue(Reflect.get(Object(body), name), rest, value)
  if (Array.isArray(body)) return inner === undefined ? body.slice(1) : body.with(0, inner)
  const { [name]: _, ...others } = Object(body) as Record<string, unknown>
  return inner === undefined ? others : { ...others, [name]: inner }
}

/** Fields of free text: no ids, days, choices or markup. */
function textFieldsOf(call: Call): string[] {
  if (call.body === undefined || call.form) return []
  return Object.entries(shapeOf(call.body).properties ?? {}).flatMap(([name, shape]) => {
    const text = [shape, ...(shape.anyOf ?? [])].some(
      (one) => one.type === 'string' && !one.format && !one.enum && !one.pattern && one.const === undefined,
    )
    return text && !name.startsWith('description_') && !isRuled(name) ? [name] : []
  })
}

/** Names whose characters a rule limits take little of what is hostile; they are tested where the rule is. */
function isRuled(name: string): boolean {
  return [
    'slug',
    'identifier',
    'first_name',
    'last_name',
    'timezone',
    'user_timezone',
    'token',
    'email',
  ].includes(name)
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
