import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallName, calls } from '#common/calls.ts'
import type { Call } from '#common/platform/call.ts'
import { type ApiClient, createAnotherSession } from '../../support/api-client.ts'
import { makeInstanceAdmin } from '../../support/cast.ts'
import { createFirstOfKind, createRotatingPick } from '../../support/full-run.ts'
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
/** Several sessions of one user are used in turn, because each session has a rate limit. */
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
afterAll(() => server.close())

/** Sends a valid body with `value` at `path`. */
async function send(call: Call, path: string[], value: unknown) {
  const input = world.input(call, world.acme, ann, path.slice(0, 1))
  const cookie = sessions[turn++ % sessions.length] ?? ann.cookie
  return caller.send(call, { cookie }, { ...input, body: replaceValueAtPath(input.body, path, value) })
}

const declared = Object.entries(calls) as [CallName, Call][]

/** Objects whose keys clients choose: filters, settings, logos, themes, documents. */
const objects = declared.flatMap(([name, call]) =>
  call.form
    ? []
    : listBodyFields(call).flatMap(({ path, shape }): [string, CallName, string[]][] =>
        [shape, ...(shape.anyOf ?? [])].some((one) => one.type === 'object')
          ? [[path.join('.'), name, path]]
          : [],
      ),
)

describe('security 64: names in JSON that cannot be kept', () => {
  test('there are fields that take objects', () => {
    expect(objects.map(([field]) => field)).toEqual(
      expect.arrayContaining(['rich_filters', 'display_filters', 'theme', 'logo_props', 'preferences']),
    )
  })

  const bad = ['a\u0000b', '\u0007', '\ud800', '__proto__'].flatMap((key) => {
    const object = Object.fromEntries([[key, 'x']])
    return [object, { inner: [object] }, { and: [{ and: [object] }] }]
  })
  const isFirst = createFirstOfKind()
  const badInTurns = createRotatingPick()
  test.each(objects)('in %s of %s are refused', async (_, name, path) => {
    for (const value of badInTurns(bad, 4, isFirst(path.join('.')))) {
      const { status, answer } = await send(calls[name], path, value)
      const what = JSON.stringify(value)
      expect({ status, ...Object(answer) }, what).toMatchObject({ status: 400, code: 'invalid' })
      const [field = ''] = Object.keys(Object(answer).fields)
      expect(`${field}.`, what).toMatch(new RegExp(`^${path[0]}\\.`))
    }
  })

  test('at the top of a body are refused', async () => {
    for (const key of ['a\u0000b', '__proto__']) {
      const { status, answer } = await send(calls.updateProfile, [key], 'x')
      expect({ status, ...Object(answer) }).toMatchObject({
        status: 400,
        fields: { non_field_errors: expect.any(Array) },
      })
    }
  })
})

describe('security 64: a body whose bytes are no text', () => {
  const rename = (bytes: Uint8Array, before = '') =>
    fetch(`${server.url}/api/users/me/profile/`, {
      method: 'PATCH',
      headers: { cookie: ann.cookie, origin: server.url, 'content-type': 'application/json' },
      body: Buffer.concat([Buffer.from(`${before}{"company_name":"`), bytes, Buffer.from('"}')]),
    })

  test.each([
    ['a lone byte of Latin 1', [0xe9]],
    ['half of a character', [0xe2, 0x82]],
    ['more bytes than a character needs', [0xc0, 0xaf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
  ])('is refused: %s', async (_, bytes) => {
    const answer = await rename(Uint8Array.from(bytes))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid', error: 'The body is not UTF-8.' })
    expect(await ann.call('getProfile', {})).not.toMatchObject({
      company_name: expect.stringContaining('\ufffd'),
    })
  })

  test('is none for what is, with a byte order mark too', async () => {
    for (const [text, before] of [
      ['Zoë 🌋', ''],
      ['Vulkan', '\ufeff'],
    ] as const) {
      expect(await (await rename(Buffer.from(text), before)).json()).toMatchObject({ company_name: text })
    }
  })
})

describe('security 64: a field of one line', () => {
  const lines = declared.flatMap(([name, call]) =>
    call.form || call.area === 'auth'
      ? []
      : listBodyFields(call).flatMap(({ path, shape }): [string, CallName, string[]][] =>
          shape.type === 'string' && /^(name|.*_name|role)$/.test(path.at(-1) ?? '')
            ? [[path.join('.'), name, path]]
            : [],
        ),
  )

  test('is what every name is', () => {
    const named = new Set(lines.map(([, name]) => name))
    expect([...named]).toEqual(
      expect.arrayContaining([
        'createWorkItem',
        'updateWorkItem',
        'createProject',
        'createState',
        'createLabel',
        'createPage',
        'createView',
        'createWorkspace',
        'updateMe',
        'setWorkItems',
      ]),
    )
  })

  const breaks = ['\n', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']
  const isFirst = createFirstOfKind()
  const breaksInTurns = createRotatingPick()
  test.each(lines)('(%s of %s) takes no line breaks', async (_, name, path) => {
    for (const between of breaksInTurns(breaks, 2, isFirst(path.join('.')))) {
      const { status, answer } = await send(calls[name], path, `Nova${between}Nova`)
      expect({ status, ...Object(answer) }, JSON.stringify(between)).toMatchObject({
        status: 400,
        fields: { [path.join('.')]: expect.any(Array) },
      })
    }
  })
})
