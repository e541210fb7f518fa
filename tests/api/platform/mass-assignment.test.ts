import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#common/calls.ts'
import type { Call } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import { createFirstOfKind, createRotatingPick } from '../../support/full-run.ts'
import { createRawCaller, type RawCaller, type RawCallInput } from '../../support/raw-caller.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { createTableInspector, type TableInspector } from '../../support/table-inspector.ts'
import {
  createPermissionTestData,
  getWorkspaceAdmin,
  type PermissionTestData,
  setCreatorOfRows,
} from '../../support/world.ts'

// The tests are generated from the list of all API calls, so a new call is covered automatically.
const writing = Object.entries(calls as Record<string, Call>).filter(([, call]) => call.method !== 'GET')

let server: TestServer
let world: PermissionTestData
let tables: TableInspector
let caller: RawCaller
let admin: { email: string; cookie: string }
/**
 * The state of all tables before the call: the counts and marker values that `outcomeOf` compares. It stays valid
 * until a call writes to the database.
 */
let before: Record<string, number>
/**
 * A value for every column of every table, by the name of the column. The test sends these values as fields, and they
 * are easy to find in the database.
 */
let poison: Record<string, unknown>

const marks = {
  text: 'poisoned',
  uuid: newId(0),
  moment: '2001-02-03T04:05:06.000Z',
  number: 987_654,
}
const looked = [marks.text, marks.uuid, '2001-02-03', String(marks.number)]
const types = ['bool', 'int2']

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' })
  world = await createPermissionTestData(server)
  const ann = getWorkspaceAdmin(world).client
  admin = ann
  await setCreatorOfRows(server, world.acme, ann.id)
  tables = await createTableInspector(server.databaseUrl)
  caller = await createRawCaller(server)
  await tables.keep()
  before = await tables.values(types)
  const columns = await tables.columns()
  poison = Object.fromEntries(columns.map(({ name, type }) => [name, poisonOf(type)]))
})

afterAll(async () => {
  await tables.close()
  await server.close()
})

function poisonOf(type: string): unknown {
  if (type === 'uuid') return marks.uuid
  if (type === '_uuid') return [marks.uuid]
  if (type === 'timestamptz') return marks.moment
  if (type === 'date') return marks.moment.slice(0, 10)
  if (type === 'jsonb') return { [marks.text]: marks.text }
  if (type === '_text') return [marks.text]
  if (['int2', 'int4', 'int8', 'float8'].includes(type)) return marks.number
  return type === 'bool' ? true : marks.text
}

/**
 * Makes the call and returns the resulting state of all tables: how often each boolean and small number occurs,
 * and the marker values found. If the server rejects fields by name, the call is repeated without them, to test
 * whether the server stores the other fields.
 */
async function outcomeOf(call: Call, input: RawCallInput, declared: string[]): Promise<object> {
  const { status, answer } = await caller.send(call, admin, input)
  const fields = Object.keys(Object(Reflect.get(Object(answer), 'fields')))
  const refused = fields.filter((name) => !declared.includes(name))
  if (status === 400 && refused.length > 0) {
    const body = Object.entries(Object(input.body)).filter(([name]) => !refused.includes(name))
    await tables.putBack()
    return outcomeOf(call, { ...input, body: Object.fromEntries(body) }, declared)
  }
  // Wait for these jobs, because the server writes webhook and Git deliveries only after it has responded.
  await tables.jobsDone('deliver-webhook')
  await tables.jobsDone('process-git-delivery')
  // Only tables that the call has written are read again. For all other tables, the values from before the call
  // are used.
  const written = await tables.changed()
  const found = await tables.mentions(looked, written)
  const inOthers = Object.entries(before).filter(([name]) => !written.includes(tableOf(name)))
  const values = { ...Object.fromEntries(inOthers), ...(await tables.values(types, written)) }
  await tables.putBack()
  return { status, found, values }
}

/** Returns the table of a column, for example `work_items` for `work_items.is_draft=false`. */
function tableOf(name: string): string {
  return name.slice(0, name.indexOf('.'))
}

function withPoison(call: Call, value: (name: string) => unknown): RawCallInput {
  const input = world.input(call, world.acme, admin)
  const declared = Object.keys(call.body?.shape ?? {})
  const others = Object.keys(poison).filter((name) => !declared.includes(name))
  const extra = Object.fromEntries(others.map((name) => [name, value(name)]))
  return { ...input, body: { ...extra, ...(input.body as object) } }
}

describe('security 4: nobody assigns', () => {
  test('but every column of every table is tried', () => {
    for (const name of [
      'created_by',
      'workspace_id',
      'role',
      'is_active',
      'sequence_id',
      'deleted_at',
      'password_hash',
    ]) {
      expect(poison).toHaveProperty(name)
    }
  })

  test('what is looked for stands nowhere before', async () => {
    expect(await tables.mentions(looked)).toEqual([0, 0, 0, 0])
    expect(await tables.changed()).toEqual([])
    expect(Object.keys(before).length).toBeGreaterThan(0)
  })

  const isFirst = createFirstOfKind()
  const oneInTurn = createRotatingPick()
  test.each(writing)('what %s does not take', async (_, call) => {
    const declared = Object.keys(call.body?.shape ?? {})
    const outcome = (input: RawCallInput) => outcomeOf(call, input, declared)
    const clean = await outcome(world.input(call, world.acme, admin))
    expect(clean).toMatchObject({ found: [0, 0, 0, 0] })
    const poisoned = withPoison(call, (name) => poison[name])
    // A boolean column may already contain true, so writing true would not be noticed. This input therefore contains
    // false instead of true.
    const denied = withPoison(call, (name) => (poison[name] === true ? false : poison[name]))
    const isFirstCall = isFirst(`${call.area} ${call.method}`)
    for (const input of oneInTurn([poisoned, denied], 1, isFirstCall))
      expect(await outcome(input)).toEqual(clean)
  })
})
