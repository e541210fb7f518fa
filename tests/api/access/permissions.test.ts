import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#common/calls.ts'
import type { Call } from '#common/platform/call.ts'
import {
  featureFlagForArea,
  isRejectedInReadOnlyProject,
  projectFeatureFlags,
} from '#common/platform/guards.ts'
import { role } from '#common/platform/roles.ts'
import type { ApiClient } from '../../support/api-client.ts'
import { markOldValuesOfChanges } from '../../support/changes.ts'
import { type JsonSchema, toInputJsonSchema } from '../../support/examples.ts'
import { createFirstOfKind, isFullRun } from '../../support/full-run.ts'
import { authorizeGithubApp, type FakeGithubApp, startFakeGithubApp } from '../../support/github-app.ts'
import { createRawCaller, type RawCaller } from '../../support/raw-caller.ts'
import { roleMatrix } from '../../support/role-matrix.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { createTableInspector, type TableInspector } from '../../support/table-inspector.ts'
import { startUnsplash, type Unsplash } from '../../support/unsplash.ts'
import {
  type ExpectedResult,
  expectedResultForPerson,
  expectedResultForToken,
  findCreatorColumn,
  isAllowedForOwner,
  isAllowedForOwnerWithAnyRole,
  isOpenToGuests,
  peopleAtPermissionBoundary,
  permissionClassOfCall,
  resultFromStatus,
  scopesAtPermissionBoundary,
  type TokenScope,
  tokenScopes,
} from '../../support/verdicts.ts'
import { getPathParamValue, getTestValueForField } from '../../support/world/parts.ts'
import { listPathParams } from '../../support/world/path-params.ts'
import type { TestPerson, TestRowIds } from '../../support/world/side.ts'
import {
  createPermissionTestData,
  getWorkspaceAdmin,
  type PermissionTestData,
  pickRowIds,
} from '../../support/world.ts'

// The tests are generated from the list of all API calls, so a new call is covered automatically.
const declared: [string, Call][] = Object.entries(calls)

let unsplash: Unsplash
let github: FakeGithubApp
let server: TestServer
let world: PermissionTestData
let tables: TableInspector
let caller: RawCaller
let untouched: Record<string, number>

beforeAll(async () => {
  unsplash = await startUnsplash('key')
  github = await startFakeGithubApp()
  server = await startTestServer({
    ...github.settings,
    TRUSTED_PROXIES: '1',
    REACHABLE_NETWORKS: '127.0.0.1',
    UNSPLASH_ACCESS_KEY: 'key',
    UNSPLASH_HOST: unsplash.url,
  })
  world = await createPermissionTestData(server)
  for (const { client, ...roles } of world.people)
    if (roles.workspace === role.admin || roles.project === role.admin)
      await authorizeGithubApp(github, server.url, client, world.acme)
  for (const scope of tokenScopes) keys[scope] = await makeKeys(scope)
  await markOldValuesOfChanges(server, oldValue)
  tables = await createTableInspector(server.databaseUrl)
  caller = await createRawCaller(server)
  await tables.keep()
  untouched = await tables.commits()
})
afterEach(putBack)

afterAll(async () => {
  await tables.close()
  await server.close()
  await unsplash.close()
  await github.close()
})

const keys: Record<TokenScope, string[]> = { read: [], write: [] }
const matrix = roleMatrix()

async function makeKeys(scope: TokenScope): Promise<string[]> {
  const made: string[] = []
  for (let number = 1; number <= 4; number++) {
    const { token } = await adminClient().call('createApiToken', {
      body: { label: `${scope} ${number}`, scope },
    })
    made.push(token ?? '')
  }
  return made
}

async function putBack(): Promise<void> {
  // Wait for the jobs, because they write the webhook deliveries that the call caused.
  await tables.jobsDone('deliver-webhook')
  await tables.jobsDone('process-git-delivery')
  await tables.putBack()
  untouched = await tables.commits()
}

/**
 * A text that the test adds to the old values of every change. Only the server reads old values, so no
 * response may contain the text.
 */
const oldValue = 'what-it-was-before'

/**
 * Makes the call as `person` and returns the status code. If the call succeeded, restores the database. If it was
 * refused, checks that it has changed nothing.
 */
async function statusFor(call: Call, person: TestPerson, side: TestRowIds = world.acme): Promise<number> {
  const { status, answer } = await caller.send(call, person.client, world.input(call, side, person.client))
  expect(JSON.stringify(answer)).not.toContain(oldValue)
  if (status >= 400)
    expect(await tables.commits(), `${person.name} was refused with ${status}`).toEqual(untouched)
  else if (call.method !== 'GET' || (await hasWritten())) await putBack()
  return status
}

/** Returns true if the call wrote something. Even some GET calls write, such as an export. */
async function hasWritten(): Promise<boolean> {
  return JSON.stringify(await tables.commits()) !== JSON.stringify(untouched)
}

/**
 * Returns the users with whom the test makes a call. `permissionClassOfCall` groups calls that have the same
 * permission rules. All users make the first call of each group; in a full run, all users make every call.
 * Any other call is made only by the users with the lowest allowed and the highest refused role.
 */
function peopleFor(call: Call, isFirst: boolean, owns: boolean, among = world.people): Set<TestPerson> {
  return isFullRun || isFirst
    ? new Set(among)
    : peopleAtPermissionBoundary(among, (person) => expectedResultForPerson(call, person, owns))
}

/** Makes the call with a token of the workspace admin, so that a refusal is caused by the token's scope. */
async function statusWithToken(call: Call, scope: TokenScope): Promise<number> {
  // Tokens alternate, because each token has a rate limit per minute.
  const [api_key = ''] = keys[scope].splice(0, 1)
  keys[scope].push(api_key)
  const input = world.input(call, world.acme, adminClient())
  const { status } = await caller.send(call, { cookie: '', api_key }, input)
  if (status >= 400) expect(await tables.commits()).toEqual(untouched)
  else await putBack()
  return status
}

/**
 * Makes the call with the tokens and returns the result for each token. For tokens that are left out of a short
 * run, returns the expected result.
 */
async function verdictsForTokens(call: Call, isFirst: boolean): Promise<(ExpectedResult | 'failed')[]> {
  const admin = getWorkspaceAdmin(world)
  const used = isFullRun || isFirst ? tokenScopes : scopesAtPermissionBoundary(call, admin)
  const verdicts: (ExpectedResult | 'failed')[] = []
  for (const scope of tokenScopes) {
    const expected = expectedResultForToken(call, admin, scope)
    const verdict = used.includes(scope) ? resultFromStatus(await statusWithToken(call, scope)) : expected
    expect({ [scope]: verdict }).toEqual({ [scope]: expected })
    verdicts.push(verdict)
  }
  return verdicts
}

describe('security 7, 47, 48: a call', () => {
  const isFirst = createFirstOfKind()
  test.each(declared)('%s allows the declared roles and nobody else', async (_, call) => {
    const isFirstCall = isFirst(permissionClassOfCall(call))
    const called = peopleFor(call, isFirstCall, false)
    // At least one user must get a successful response. Otherwise, all requests may be invalid, and none of
    // them would test the permission check.
    const isServedToSome = typeof call.who === 'object' && !call.who.onlyOwn
    const statuses: number[] = []
    const verdicts: (ExpectedResult | 'failed')[] = []
    for (const person of world.people) {
      const expected = expectedResultForPerson(call, person, false)
      const isNeeded = isServedToSome && expected === 'open' && !statuses.includes(call.status)
      if (!called.has(person) && !isNeeded) {
        verdicts.push(expected)
        continue
      }
      const status = await statusFor(call, person)
      statuses.push(status)
      expect({ [person.name]: resultFromStatus(status) }).toEqual({ [person.name]: expected })
      verdicts.push(resultFromStatus(status))
    }
    if (isServedToSome) expect(statuses).toContain(call.status)
    matrix.note(call, [...verdicts, ...(await verdictsForTokens(call, isFirstCall))])
  })

  test('allows the roles in the reviewed table', async () => {
    const names = world.people.map(({ name }) => name)
    const text = matrix.text([...names, ...tokenScopes.map((scope) => `Ann, by a token to ${scope}`)])
    await expect(text).toMatchFileSnapshot('role-matrix.txt')
  })

  const owned = declared.filter(([, call]) => isAllowedForOwner(call.who))
  const isFirstOwned = createFirstOfKind()
  test.each(owned)('%s allows the owner of the row', async (_, call) => {
    const row = findCreatorColumn(call)
    if (row === undefined)
      throw new Error(`no file in tests/support/world/parts says who made the row of ${call.path}`)
    const signedIn = world.people.filter((each) => each.is_signed_in)
    for (const person of peopleFor(call, isFirstOwned(permissionClassOfCall(call)), true, signedIn)) {
      const values = [person.client.id, world.acme[row.id]]
      const own = row.ownWhere === undefined ? '' : `, ${row.ownWhere}`
      await tables.run(
        `update ${row.table} set ${row.column} = $1${own} where ${row.key ?? 'id'} = $2`,
        values,
      )
      untouched = await tables.commits()
      const status = await statusFor(call, person)
      const verdict = expectedResultForPerson(call, person, true)
      expect({ [person.name]: resultFromStatus(status) }).toEqual({ [person.name]: verdict })
      if (person.project !== null && verdict === 'open')
        expect({ [person.name]: status }).toEqual({ [person.name]: call.status })
    }
  })

  const ofProjects = declared.filter(([, call]) => typeof call.who === 'object' && 'project' in call.who)
  const isFirstOfProjects = createFirstOfKind()
  test.each(ofProjects)('%s requires members to join a public project first', async (_, call) => {
    await tables.run('update projects set network = 2 where id = $1', [world.acme.project_id])
    untouched = await tables.commits()
    const isAskedAll = isFullRun || isFirstOfProjects(permissionClassOfCall(call))
    const outside = world.people.filter((each) => each.workspace !== null && each.project === null)
    for (const person of outside.filter((each) => isAskedAll || each.workspace === role.member)) {
      expect({ [person.name]: await statusFor(call, person) }).toEqual({
        [person.name]: person.workspace === role.guest ? 404 : 409,
      })
    }
  })

  // Only calls that a guest may make are tested, because the server refuses all other calls of a guest before it
  // reads a row.
  const ofMadeRows = declared.filter(
    ([, call]) =>
      findCreatorColumn(call)?.isSeenByAll === undefined &&
      findCreatorColumn(call) !== undefined &&
      (isAllowedForOwnerWithAnyRole(call.who) || isOpenToGuests(call.who)),
  )
  test.each(ofMadeRows)('%s hides rows of others from restricted guests', async (_, call) => {
    await tables.run('update projects set guest_view_all_features = false where id = $1', [
      world.acme.project_id,
    ])
    untouched = await tables.commits()
    for (const person of world.people.filter((each) => each.project === role.guest)) {
      expect(await statusFor(call, person)).toBe(404)
    }
  })
})

const writing = declared.filter(
  ([, { who, method }]) => typeof who === 'object' && 'project' in who && method !== 'GET',
)
const guarded = writing.filter(([, call]) => isRejectedInReadOnlyProject(call))

describe('in an archived project', () => {
  test.each(guarded)('%s is rejected for everybody and changes nothing', async (_, call) => {
    await change('archived_at = now()')
    await refusedToMembers(call, 'Archived projects cannot be updated')
  })

  const allowed = writing.filter(([, call]) => !isRejectedInReadOnlyProject(call))
  test.each(allowed)('%s works as declared', async (_, call) => {
    await change('archived_at = now()')
    // This user has a sufficient role and is a member of the project, because some calls, such as leaving a project,
    // require a membership.
    const person = world.people.find((each) => each.workspace === role.member && each.project === role.admin)
    if (person === undefined) throw new Error('nobody is an admin of the project alone')
    expect(await statusFor(call, person)).toBe(call.status)
  })
})

describe('in a project with a disabled feature', () => {
  const switchable = guarded.flatMap(([name, call]): [string, Call, string][] => {
    const needed = featureFlagForArea(call.area)
    return needed === null ? [] : [[name, call, needed]]
  })
  test.each(switchable)('%s is rejected for everybody and changes nothing', async (_, call, needed) => {
    await change(`${needed} = false`)
    await refusedToMembers(call, 'This feature is turned off in the project')
  })

  const others = guarded.filter(([, call]) => featureFlagForArea(call.area) === null)
  test.each(others)('%s still works', async (_, call) => {
    await change(projectFeatureFlags.map((each) => `${each} = false`).join(', '))
    const statuses: number[] = []
    const inside = world.people.filter((each) => each.project !== null)
    for (const { client } of isFullRun
      ? inside
      : inside.filter((each) => expectedResultForPerson(call, each, false) === 'open').slice(0, 1)) {
      const { status } = await caller.send(call, client, world.input(call, world.acme, client))
      statuses.push(status)
      await change(projectFeatureFlags.map((each) => `${each} = false`).join(', '))
    }
    if (typeof call.who === 'object' && !call.who.onlyOwn) expect(statuses).toContain(call.status)
  })
})

async function change(columns: string): Promise<void> {
  await putBack()
  await tables.run(`update projects set ${columns} where id = $1`, [world.acme.project_id])
  untouched = await tables.commits()
}

/**
 * Expects that everyone whose role allows the call gets this error message. For every call, at least one
 * person has such a role.
 */
async function refusedToMembers(call: Call, message: string): Promise<void> {
  const messages = new Set<unknown>()
  for (const { client } of world.people.filter((each) => each.project !== null)) {
    const { status, answer } = await caller.send(call, client, world.input(call, world.acme, client))
    expect([400, 403]).toContain(status)
    expect(await tables.commits()).toEqual(untouched)
    if (status === 400) messages.add(typeof answer === 'object' ? answer['error'] : answer)
  }
  expect([...messages]).toEqual([message])
}

describe('security 1, 2, 9, 49: an id', () => {
  const addressed = declared.filter(
    ([, call]) => typeof call.who === 'object' && listPathParams(call).length > 0,
  )
  test.each(addressed)('in the path of %s is found only in its own container', async (_, call) => {
    for (const elsewhere of [world.foreign, world.sibling]) {
      const right = world.input(call, world.acme, world.ada)
      const wrong = world.input(call, elsewhere, world.ada)
      // For preferences, the parameter `key` names a section of the home screen or sidebar. It is not tested,
      // because these names are the same in all workspaces.
      const isPart = call.path.endsWith('-preferences/{key}/')
      // A block is no row. A page without the block answers that the block was deleted.
      const names = Object.keys(right.params ?? {}).filter(
        (name) => !(isPart && name === 'key') && name !== 'block_id',
      )
      for (const name of names) {
        const value = wrong.params?.[name] ?? ''
        if (value === right.params?.[name] || isWhole(names, name, elsewhere)) continue
        const mixed = { ...right, params: { ...right.params, [name]: value } }
        const { status } = await caller.send(call, world.ada, mixed)
        expect({ [name]: status }).toEqual({ [name]: 404 })
        expect(await tables.commits()).toEqual(untouched)
      }
    }
  })

  // Calls for published content and for calendars are left out, because they are open to everybody who knows the address.
  const personal = declared.filter(
    ([, call]) =>
      typeof call.who === 'string' &&
      listPathParams(call).length > 0 &&
      !/(anchor|address)\}/.test(call.path),
  )
  test.each(personal)('in the path of %s gives no access to another workspace', async (_, call) => {
    const right = world.input(call, world.acme, adminClient())
    for (const { name, place } of listPathParams(call)) {
      const value = getPathParamValue(call, place, world.foreign)
      if (value === right.params?.[name]) continue
      const mixed = { ...right, params: { ...right.params, [name]: value } }
      const { status } = await caller.send(call, adminClient(), mixed)
      // A call with an HTML form redirects to a page that shows the error.
      expect(call.form ? [302] : [403, 404]).toContain(status)
      expect(await tables.commits()).toEqual(untouched)
    }
  })

  const withIds = declared.flatMap(([name, call]) =>
    idFieldsOf(call).map(({ top, field }): [string, string, string, Call] => [field, name, top, call]),
  )
  test.each(withIds)('in %s of %s cannot refer to another workspace', async (field, _, top, call) => {
    const who = typeof call.who === 'object' ? world.ada : adminClient()
    // The field `id` contains the id of a new row. An attacker can send the id of any existing row in it, so
    // several ids are tested.
    const ids =
      field === 'id' ? await foreignIdsFor(call, who) : [getTestValueForField(field, world.foreign) ?? '']
    for (const id of ids) {
      const input = world.input(call, world.acme, who, [top, field], { [field]: id })
      expect(JSON.stringify(input.body)).toContain(id)
      const { status } = await caller.send(call, who, input)
      expect(status).toBeLessThan(500)
      if (status >= 400) {
        expect(await tables.commits()).toEqual(untouched)
        continue
      }
      expect(await tables.touched(world.foreign.workspace_id)).toEqual([])
      if (field !== 'id') {
        const written = await tables.changed()
        expect(await tables.mentions([id], written)).toEqual(await tables.mentions([id], written, 'kept'))
      }
      await putBack()
    }
  })
})

/**
 * Returns true if the path still addresses an existing row after only the parameter `name` is replaced by an id of
 * `elsewhere`. The server may accept such a path, so it cannot test that mismatched ids are refused.
 */
function isWhole(names: string[], name: string, elsewhere: TestRowIds): boolean {
  if (names.length === 1) return true
  if (elsewhere.workspace_id !== world.acme.workspace_id) return false
  return !names.includes('project_id') || (name === 'project_id' && names.at(-1) === name)
}

/**
 * Returns ids of rows of other users that a client could send as the id of a new row. Outside a full run, returns the
 * ids from all tables that the call writes, and a single id from the other tables.
 */
async function foreignIdsFor(call: Call, who: ApiClient): Promise<string[]> {
  const all = pickRowIds(world.foreign)
  if (isFullRun) return all
  await caller.send(call, who, world.input(call, world.acme, who))
  const atRisk = await tables.idsIn(await tables.changed(), all)
  await putBack()
  const others = all.filter((id) => !atRisk.includes(id))
  turn++
  return [...atRisk, ...others.slice(turn % others.length).slice(0, 1)]
}
let turn = 0

function adminClient() {
  return getWorkspaceAdmin(world).client
}

/** Returns the fields with ids in the body of a call. For each, `top` is the top-level field that contains it. */
function idFieldsOf(call: Call): { top: string; field: string }[] {
  if (!call.body) return []
  return Object.entries(toInputJsonSchema(call.body).properties ?? {}).flatMap(([top, shape]) =>
    idsIn(shape, top).map((field) => ({ top, field })),
  )
}

function idsIn(shape: JsonSchema, field: string): string[] {
  if (shape.format === 'uuid') return [field]
  const inner = Object.entries(shape.properties ?? {}).flatMap(([name, one]) => idsIn(one, name))
  const alternatives = [...(shape.anyOf ?? []), ...(shape.items ? [shape.items] : [])]
  return [...inner, ...alternatives.flatMap((one) => idsIn(one, field))]
}
