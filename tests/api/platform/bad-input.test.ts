import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { csrfField } from '#api/platform/http/csrf.ts'
import { validateFields } from '#api/platform/http/request.ts'
import { hashToken, newSessionToken, sessionCookie } from '#api/platform/http/session.ts'
import { calls } from '#common/calls.ts'
import type { Call } from '#common/platform/call.ts'
import { role } from '#common/platform/roles.ts'
import { runSql } from '../../support/api-client.ts'
import { makeInstanceAdmin } from '../../support/cast.ts'
import { toInputJsonSchema } from '../../support/examples.ts'
import { createFirstOfKind, createRotatingPick, isFullRun } from '../../support/full-run.ts'
import {
  createRawCaller,
  type RawCaller,
  type RawCallInput,
  type RawCallResponse,
} from '../../support/raw-caller.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { createTableInspector, type TableInspector } from '../../support/table-inspector.ts'
import { listPathParams } from '../../support/world/path-params.ts'
import {
  createPermissionTestData,
  getWorkspaceAdmin,
  type PermissionTestData,
  setCreatorOfRows,
} from '../../support/world.ts'
import {
  type BodyField,
  formatShortValue,
  generateInvalidValues,
  invalidQueryTexts,
  listBodyFields,
  listFreeTextFields,
  replaceValueAtPath,
} from '../../support/wrong-values.ts'

// The tests are generated from the list of all API calls, so a new call is covered automatically.
const declared: [string, Call][] = Object.entries(calls)
const withBody = declared.filter(([, call]) => call.body !== undefined)
// Calls that share a query, such as the lists of work items, share the code that reads it, so one of them is enough.
const withQuery = declared.filter(
  ([, call], at) =>
    call.query !== undefined && declared.findIndex(([, other]) => other.query === call.query) === at,
)
const withParams = declared.filter(([, call]) => listPathParams(call).length > 0)

let server: TestServer
let world: PermissionTestData
let tables: TableInspector
let caller: RawCaller
let admin: { id: string; email: string; cookies: string[] }
let member: { id: string }
let asked = 0
/** The number of rows that have been written so far, by table. */
let current: Record<string, number>

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
  world = await createPermissionTestData(server)
  const ann = getWorkspaceAdmin(world).client
  const max = world.people.find((person) => person.workspace === role.member)?.client
  if (max === undefined) throw new Error('the workspace lacks a member')
  member = max
  admin = { id: ann.id, email: ann.email, cookies: await openSessions(ann.id, 8) }
  await setCreatorOfRows(server, world.acme, ann.id)
  await makeInstanceAdmin(server, ann.id)
  tables = await createTableInspector(server.databaseUrl)
  caller = await createRawCaller(server)
  await tables.keep()
  await putBack()
})
afterEach(putBack)
afterAll(async () => {
  await tables.close()
  await server.close()
})

async function putBack(): Promise<void> {
  await tables.putBack()
  current = await tables.commits()
}

/** Opens several sessions of a user, because each session has a rate limit. */
async function openSessions(userId: string, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, newSessionToken)
  await runSql(
    server.databaseUrl,
    `insert into sessions (token_hash, user_id, expires_at) select unnest($1::text[]), $2, now() + interval '1 day'`,
    [tokens.map(hashToken), userId],
  )
  return tokens.map((token) => `${sessionCookie}=${token}`)
}

function send(call: Call, input: RawCallInput): Promise<RawCallResponse> {
  asked++
  const cookie = admin.cookies[asked % admin.cookies.length] ?? ''
  return caller.send(call, { id: admin.id, cookie }, input)
}

function right(call: Call, also: string[] = []): RawCallInput {
  const input = world.input(call, world.acme, admin, also)
  // Set the password of another user, because admins change their own password with another call.
  if (call === calls.setInstancePersonPassword) return { ...input, params: { user_id: member.id } }
  if (call !== calls.createInvitations) return input
  // Use a new email address for each call, because the same address can be invited only a few times.
  const emails = [{ email: `nova-${asked}@example.net`, role: role.guest }]
  return { ...input, body: { ...Object(input.body), emails } }
}

const isTemplate = (call: Call) => call === calls.createTemplate || call === calls.createWorkspaceTemplate

interface Probe {
  input: RawCallInput
  what: string
  /**
   * Contains the names of the fields that the schema rejects. The list is empty if the schema accepts the input. It
   * is null if the server refuses the request before it applies the schema.
   */
  refuses: string[] | null
}

/**
 * Sends values to a call. No response may be an internal error. A rejection has a code, names the fields, and
 * writes nothing.
 */
async function probe(call: Call, probes: Probe[]): Promise<RawCallResponse[]> {
  const answers: RawCallResponse[] = []
  for (const some of inGroups(call, probes)) {
    const sent = await Promise.all(some.map(({ input }) => send(call, input)))
    for (const [at, answer] of sent.entries()) checkAnswer(call, some[at], answer)
    await waitForJobs(call)
    const now = await tables.commits()
    // The server counts rejected sign-in attempts in the database, so calls of the area `auth` are not checked here.
    if (call.area !== 'auth' && sent.every(({ status }) => status >= 400)) expect(now).toEqual(current)
    current = now
    // Later requests need passwords and sessions, so these are restored immediately. Templates and widgets are
    // restored too, because a project has a maximum number of templates, and a dashboard of widgets.
    if (typeof call.who === 'string' || isTemplate(call) || call.area === 'dashboards') await putBack()
    answers.push(...sent)
  }
  return answers
}

/** Waits for the jobs of the call, because they write rows asynchronously. */
async function waitForJobs(call: Call): Promise<void> {
  if (call.area === 'exports') await tables.jobsDone('make-export')
  if (call.area === 'workspace-exports') await tables.jobsDone('export-workspace')
  if (call === calls.createPageImport || call === calls.createWorkspacePageImport)
    await tables.jobsDone('import-pages')
  if (call === calls.startItemImport) await tables.jobsDone('import-items')
  if (call === calls.undoItemImport) await tables.jobsDone('undo-item-import')
}

/** Calls that write nothing are sent in parallel; calls that may write are checked one by one. */
function inGroups(call: Call, probes: Probe[]): Probe[][] {
  const isHarmless = ({ refuses }: Probe) => call.method === 'GET' || refuses?.length !== 0
  const { true: harmless = [], false: others = [] } = Object.groupBy(probes, (each) =>
    String(isHarmless(each)),
  )
  const eights = Map.groupBy(harmless, (each) => Math.floor(harmless.indexOf(each) / 8))
  return [...eights.values(), ...others.map((each) => [each])]
}

function checkAnswer(call: Call, of: Probe | undefined, { status, answer }: RawCallResponse): void {
  if (of === undefined) throw new Error('every answer is that of a probe')
  const { what, refuses } = of
  expect(status, what).toBeLessThan(500)
  const said = Object(answer) as Record<string, unknown>
  if (status >= 400 && typeof answer === 'object') expect(said, what).toHaveProperty('code')
  if (refuses === null) return
  // The sign-in screens identify errors by number instead of fields.
  if (status === 400 && !call.form) expect('fields' in said || 'error_code' in said, what).toBe(true)
  if (refuses.length === 0) return
  expect({ status, code: said['code'] }, what).toEqual({ status: 400, code: 'invalid' })
  expect(Object.keys(said['fields'] ?? {}).sort(), what).toEqual(refuses.toSorted())
}

function bodyProbe(call: Call, body: unknown, what: string): Probe {
  return { input: { ...right(call), body }, what, refuses: refusedOf(call.body, arriving(call, body)) }
}

/**
 * Returns the body as it arrives at the server: JSON drops unsupported values, and forms contain only text.
 */
function arriving(call: Call, body: unknown): unknown {
  if (!call.form) return JSON.parse(JSON.stringify(body))
  const fields = Object.entries(Object(body))
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value).toWellFormed()]))
}

/** Returns a probe with this query. If the query contains a name twice, the server uses the first value. */
function queryProbe(call: Call, query: [string, string][], what: string): Probe {
  const refuses = refusedOf(call.query, Object.fromEntries(query.toReversed()))
  return { input: { ...right(call), query }, what, refuses }
}

function refusedOf(schema: Call['body'], sent: unknown): string[] {
  const checked = schema === undefined ? { data: sent } : validateFields(schema, sent)
  return 'fields' in checked ? Object.keys(checked.fields) : []
}

/**
 * Returns all values that pass the schema, and at most four that the schema rejects, because the same code handles all
 * rejections. Outside a full run, only the first field of a class gets all these values. Every other field of the
 * class gets one accepted and one rejected value.
 */
function mostTelling(probes: Probe[], isFirst: boolean): Probe[] {
  const byCommand = probes.filter(({ refuses }) => refuses?.length === 0)
  return [...refusedInTurns(pickFewRefused(probes), 1, isFirst), ...judgedInTurns(byCommand, 1, isFirst)]
}

/** Returns at most four of the values that the schema rejects. */
function pickFewRefused(probes: Probe[]): Probe[] {
  const bySchema = probes.filter(({ refuses }) => refuses?.length !== 0)
  return bySchema.filter((_, at) => at % Math.ceil(bySchema.length / 4) === 0)
}
const refusedInTurns = createRotatingPick()
const judgedInTurns = createRotatingPick()

/**
 * Returns the class of a field. Fields of one class have the same schema and a similar path: all are at the top level,
 * all are in a nested object, or all are in a list.
 */
function classOfField({ path, shape }: BodyField): string {
  const isInList = path.includes('0')
  return JSON.stringify({ shape, isInList, isNested: path.length > 1 })
}

/**
 * Returns true if the field `path` is inside the field `outer`. The test skips such a field if an earlier field had the
 * same class as `outer`, because the fields inside the earlier field were tested with the same schema.
 */
function isInside({ path }: BodyField, outer: BodyField): boolean {
  return path.length > outer.path.length && outer.path.every((name, at) => path[at] === name)
}

/** Returns the class of a call's body. Bodies of one class are parsed in the same way. */
function classOfBody({ method, form, bareArray, upload, area }: Call): string {
  return JSON.stringify({ method, form, bareArray, upload, isAuth: area === 'auth' })
}

describe('security 15, 64: bad input', () => {
  const isFirstField = createFirstOfKind()
  test.each(withBody)('in a field of %s is refused by its name', async (_, call) => {
    const repeated: BodyField[] = []
    for (const field of listBodyFields(call)) {
      const { path, shape } = field
      if (!isFullRun && repeated.some((outer) => isInside(field, outer))) continue
      const isFirst = isFirstField(classOfField(field))
      if (!isFirst) repeated.push(field)
      const { body } = right(call, [path[0]])
      const probes = [...generateInvalidValues(call, shape), undefined].map((value) =>
        bodyProbe(
          call,
          replaceValueAtPath(body, path, value),
          `${path.join('.')} = ${formatShortValue(value)}`,
        ),
      )
      await probe(call, mostTelling(probes, isFirst))
    }
  })

  const isFirstBody = createFirstOfKind()
  const wholesInTurns = createRotatingPick()
  test.each(withBody)('as a whole is refused by %s', async (_, call) => {
    const wholes: [string, string?][] = [
      ['{'],
      ['{"a":}'],
      ['null'],
      // An empty list is an invalid body, except for calls whose body is a list.
      ...(call.bareArray === undefined ? [['[]'] as [string]] : []),
      ['\u0000'],
      ['['.repeat(50_000)],
      ['{"a":'.repeat(10_000)],
      [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
      ['name=x&name=y', 'application/x-www-form-urlencoded'],
      ['--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nx', 'multipart/form-data; boundary=x'],
      ['--', 'multipart/form-data'],
      ['<a/>', 'application/xml'],
    ]
    for (const [text, type] of wholesInTurns(wholes, 2, isFirstBody(classOfBody(call)))) {
      const what = `${type ?? 'a body of'} ${formatShortValue(text)}`
      const [sent] = await probe(call, [{ input: { ...right(call), text, type }, what, refuses: null }])
      // A form is not JSON, so the server reports missing fields instead of a syntax error. It may also refuse a large
      // form as too large (413).
      if (type === undefined) expect(text.length >= 50_000 ? [400, 413] : [400], what).toContain(sent?.status)
    }
  })

  test.each(withBody)('of any kind leaves %s standing', async (_, call) => {
    const names = Object.keys(call.body?.shape ?? {}).filter((name) => name !== csrfField)
    const name = fc.constantFrom(...names, 'unknown', '__proto__')
    const { body } = right(call)
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, call.form ? fc.string() : fc.jsonValue()), async (mixed) => {
        await probe(call, [bodyProbe(call, { ...Object(body), ...mixed }, JSON.stringify(mixed))])
      }),
      { numRuns: isFullRun ? 5 : 2 },
    )
  })

  const isFirstOfQueries = createFirstOfKind()
  const textsInTurns = createRotatingPick()
  const formsInTurns = createRotatingPick()
  test.each(withQuery)('in the query of %s is refused by its name', async (_, call) => {
    const given = Object.entries((right(call).query ?? {}) as Record<string, string>)
    for (const [name, field] of Object.entries(call.query?.shape ?? {})) {
      const others = given.filter(([other]) => other !== name)
      const isFirst = isFirstOfQueries(`${name} ${JSON.stringify(toInputJsonSchema(field))}`)
      const texts = invalidQueryTexts.map((value) =>
        queryProbe(call, [...others, [name, value]], `${name}=${formatShortValue(value)}`),
      )
      const passing = texts.filter(({ refuses }) => refuses?.length === 0)
      const telling = isFullRun ? texts : [...pickFewRefused(texts), ...passing]
      const forms = [
        queryProbe(call, [...others, [name, 'x'], [name, 'y']], `${name} twice`),
        queryProbe(call, [...others, [`${name}[]`, 'x']], `${name} as a list`),
        queryProbe(call, others, `${name} is missing`),
      ]
      await probe(call, [...textsInTurns(telling, 1, isFirst), ...formsInTurns(forms, 1, isFirst)])
    }
    await probe(call, [queryProbe(call, [...given, ['unknown', 'x'], ['__proto__', 'x']], 'unknown names')])
  })

  const isFirstParam = createFirstOfKind()
  const wrongParams = ['\u0000', "'../..", 'x'.repeat(5000)]
  const paramsInTurns = createRotatingPick()
  test.each(withParams)('in the path of %s finds nothing', async (_, call) => {
    const input = right(call)
    const probes = listPathParams(call).flatMap(({ name, place }) =>
      paramsInTurns(wrongParams, 1, isFirstParam(place)).map((value) => ({
        input: { ...input, params: { ...input.params, [name]: value } },
        what: `${name} = ${formatShortValue(value)}`,
        refuses: null,
      })),
    )
    for (const { status } of await probe(call, probes)) {
      if (!call.form) expect([403, 404]).toContain(status)
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

  test('rejects a body that is too large before reading it', async () => {
    const sent = await send(calls.createWorkItem, {
      ...right(calls.createWorkItem),
      text: JSON.stringify({ name: 'x', description_html: 'x'.repeat(13 * 1024 * 1024) }),
    })
    expect(sent).toMatchObject({
      status: 413,
      answer: { code: 'too_large', error: 'REQUEST_BODY_TOO_LARGE' },
    })
    expect(await tables.commits()).toEqual(current)
  })
})

/**
 * Text fields whose value is not stored unchanged. Email addresses and repository names have a format, and a password
 * is stored as a hash. The last two fields are flags, which store any text as true.
 */
const storedDifferently = new Set([
  'receiver_email',
  'password',
  'repository',
  'skip_activity',
  'is_telemetry_enabled',
])

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
    // Sign-in, account and file calls are left out, because they do not store texts unchanged: for example, the
    // server sanitizes file names. Other tests cover them.
    ['auth', 'account', 'assets'].includes(call.area) || /^\/api\/(public\/)?assets\//.test(call.path)
      ? []
      : listFreeTextFields(call)
          .filter((field) => !storedDifferently.has(field) && !call.path.endsWith('/github-repository-sync/'))
          .map((field): [string, string, Call] => [field, name, call]),
  )
  const isFirstText = createFirstOfKind()
  const hostileInTurns = createRotatingPick()
  test.each(fields)('in %s of %s comes back as it was sent', async (field, _, call) => {
    let accepted = 0
    const some = hostileInTurns(hostile, 3, isFirstText(field))
    // The server may reject some of these texts by a rule, but it must store at least one of them.
    for (const text of new Set([...some, ...hostile])) {
      if (!some.includes(text) && accepted > 0) break
      const { body, ...rest } = right(call)
      const { status } = await send(call, { ...rest, body: { ...Object(body), [field]: text } })
      expect(status, text).toBeLessThan(500)
      const now = await tables.commits()
      const written = Object.keys(now).filter((table) => now[table] !== current[table])
      current = now
      if (status >= 400) continue
      accepted++
      expect(await tables.holds(text, written), text).toBeGreaterThan(0)
    }
    expect(accepted).toBeGreaterThan(0)
  })
})
