import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createOrm } from '#api/create-orm.ts'
import { deleteExpiredRows } from '#api/maintenance.ts'
import { createBus } from '#api/platform/bus.ts'
import { type CallName, calls } from '#common/calls.ts'
import type { Call } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type ApiClient, runSql } from '../../support/api-client.ts'
import { callWithMutationId } from '../../support/call-with-mutation-id.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

const write = (
  id: string,
  name: CallName,
  input: { params?: object; body?: unknown },
  who: ApiClient = atlas.cast.ann,
) => callWithMutationId(atlas.server, who, id, name, input)
const stored = (mutation_id: string) =>
  runSql<{ user_id: string; answer: string | null }>(
    atlas.server.databaseUrl,
    'select user_id, answer from answered_writes where mutation_id = $1',
    [mutation_id],
  )

test('a resent create returns the same answer and is applied once', async () => {
  const [mutation, body] = [newId(), { id: newId(), name: 'Once' }]
  const first = await write(mutation, 'createWorkItem', { params: atlas.params, body })
  expect(first).toMatchObject({ status: 201, body })
  const changes = await atlas.changes(async () => {
    expect(await write(mutation, 'createWorkItem', { params: atlas.params, body })).toEqual(first)
  })
  expect(changes).toEqual([])
  expect(Number(first.version)).toBeGreaterThan(0)
})

test('a resent write does not overwrite later changes', async () => {
  const { id } = await atlas.make('Before')
  const params = { ...atlas.params, id }
  const mutation = newId()
  const first = await write(mutation, 'updateWorkItem', { params, body: { name: 'Mine' } })
  await atlas.cast.max.call('updateWorkItem', { params, body: { name: 'Theirs' } })
  expect(await write(mutation, 'updateWorkItem', { params, body: { name: 'Mine' } })).toEqual(first)
  expect((await atlas.stored({ id }))['name']).toBe('Theirs')
})

test('a resent no-op or delete returns the same answer', async () => {
  const { id } = await atlas.make('Same')
  const params = { ...atlas.params, id }
  const [renaming, deleting] = [newId(), newId()]
  for (let time = 1; time <= 2; time++)
    expect(await write(renaming, 'updateWorkItem', { params, body: { name: 'Same' } })).toMatchObject({
      status: 200,
      body: { id },
    })
  expect(await stored(renaming)).toHaveLength(1)
  for (let time = 1; time <= 2; time++)
    expect(await write(deleting, 'deleteWorkItem', { params })).toMatchObject({ status: 204, body: null })
})

test('two identical simultaneous writes are applied once', async () => {
  const mutation = newId()
  const body = { name: 'At once' }
  const make = () => write(mutation, 'createWorkItem', { params: atlas.params, body })
  const answers = await Promise.all(Array.from({ length: 8 }, make))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 201, body })
  const rows = await runSql(atlas.server.databaseUrl, 'select id from work_items where name = $1', [
    body.name,
  ])
  expect(rows).toHaveLength(1)
})

test('a resent leave returns the same answer only to the same user', async () => {
  const params = await atlas.makeProject('Left', 'LEF')
  const members = [{ member_id: atlas.cast.max.id, role: role.member }]
  await atlas.cast.ann.call('addProjectMembers', { params, body: { members } })
  const mutation = newId()
  for (let time = 1; time <= 2; time++)
    expect(await write(mutation, 'leaveProject', { params }, atlas.cast.max)).toMatchObject({ status: 204 })
  expect(await write(mutation, 'leaveProject', { params }, atlas.cast.eve)).toMatchObject({ status: 404 })
})

test('mutation ids are separate per user', async () => {
  const mutation = newId()
  const input = { params: atlas.params, body: { name: 'Own' } }
  const anns = await write(mutation, 'createWorkItem', input)
  const maxs = await write(mutation, 'createWorkItem', input, atlas.cast.max)
  expect(maxs.status).toBe(201)
  expect(maxs.body).not.toEqual(anns.body)
  expect(await write(mutation, 'createWorkItem', input, atlas.cast.gus)).not.toEqual(anns)
})

test('rejects the same mutation id with another body, URL or call', async () => {
  const { id } = await atlas.make('Named')
  const other = await atlas.make('Other')
  const params = { ...atlas.params, id }
  const mutation = newId()
  await write(mutation, 'updateWorkItem', { params, body: { name: 'First' } })
  const tries = [
    write(mutation, 'updateWorkItem', { params, body: { name: 'Second' } }),
    write(mutation, 'updateWorkItem', { params: { ...params, id: other.id }, body: { name: 'First' } }),
    write(mutation, 'deleteWorkItem', { params }),
  ]
  for (const refused of await Promise.all(tries))
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: 'This mutation id was already used for another request.' },
    })
  expect((await atlas.stored({ id }))['name']).toBe('First')
  expect(await atlas.stored({ id: other.id })).toMatchObject({ name: 'Other', deleted_at: null })
})

test('a rejection is not stored, and a resent write is checked again', async () => {
  const { id } = await atlas.make('Archived')
  const params = { ...atlas.params, id }
  const mutation = newId()
  const body = { name: 'Allowed' }
  const sent = () => write(mutation, 'updateWorkItem', { params, body }, atlas.cast.gus)
  expect(await sent()).toMatchObject({ status: 404 })
  expect(await stored(mutation)).toEqual([])
  await atlas.give({ id }, atlas.cast.gus)
  expect(await sent()).toMatchObject({ status: 200, body })
})

test('stores only the success of a write with a long answer', async () => {
  const mutation = newId()
  const params = { ...atlas.params }
  const names = Array.from({ length: 500 }, () => newId().padEnd(99, '-'))
  const body = { preferences: { kanban_filters: { group_by: names, sub_group_by: names } } }
  const first = await write(mutation, 'updateUserProperties', { params, body })
  expect(first).toMatchObject({ status: 200, body })
  expect(await stored(mutation)).toMatchObject([{ answer: null }])
  expect(await write(mutation, 'updateUserProperties', { params, body })).toEqual({
    status: 204,
    version: first.version,
    body: null,
  })
})

test('never stores an answer with a secret', async () => {
  const mutation = newId()
  const params = { slug: atlas.cast.slug }
  const body = { role: role.member }
  const first = await write(mutation, 'createOpenInvitation', { params, body })
  expect(first).toMatchObject({ status: 201, body: { invite_link: expect.any(String) } })
  expect(await write(mutation, 'createOpenInvitation', { params, body })).not.toEqual(first)
  expect(await stored(mutation)).toEqual([])
})

test('every write that answers a link, a token or a code says that this is secret', () => {
  const undeclared = Object.entries(calls as Record<string, Call>).filter(
    ([, { method, answer, secretAnswer, transactions }]) =>
      method !== 'GET' &&
      answer !== undefined &&
      !secretAnswer &&
      transactions !== 'own' &&
      names(answer).some(isSecret),
  )
  // `exportWorkItems` is the only exception: the `token` in its response is only the id of the export and gives
  // no access.
  expect(undeclared.map(([name]) => name)).toEqual(['exportWorkItems'])
  expect(names(calls.createInvitations.answer).some(isSecret)).toBe(true)
})

test('answers are forgotten after a week', async () => {
  const [old, recent] = [newId(), newId()]
  for (const mutation of [old, recent])
    await write(mutation, 'createWorkItem', { params: atlas.params, body: { name: 'Kept' } })
  await runSql(
    atlas.server.databaseUrl,
    "update answered_writes set created_at = now() - interval '8 days' where mutation_id = $1",
    [old],
  )
  const bus = createBus(null)
  const orm = await createOrm(atlas.server.databaseUrl, bus)
  await deleteExpiredRows(orm)
  await orm.close(true)
  await bus.close()
  expect(await stored(old)).toEqual([])
  expect(await stored(recent)).toHaveLength(1)
})

test('stores only the newest answers per user, up to a limit', async () => {
  const { ann, max } = atlas.cast
  await runSql(
    atlas.server.databaseUrl,
    `insert into answered_writes (user_id, mutation_id, request, status, answer, created_at)
     select case when at > 600 then $2::uuid else $1::uuid end, 'many-' || at, 'x', 200, repeat('x', 64000), now() - at * interval '1 second'
     from generate_series(1, 601) at`,
    [ann.id, max.id],
  )
  const bus = createBus(null)
  const orm = await createOrm(atlas.server.databaseUrl, bus)
  await deleteExpiredRows(orm)
  await orm.close(true)
  await bus.close()
  const left = await runSql<{ user_id: string; at: number }>(
    atlas.server.databaseUrl,
    "select user_id, substr(mutation_id, 6)::int as at from answered_writes where mutation_id like 'many-%' order by at",
  )
  const own = left.filter(({ user_id }) => user_id === ann.id).map(({ at }) => at)
  expect(own.length).toBeGreaterThan(500)
  expect(own.length).toBeLessThan(530)
  expect(own.at(-1)).toBe(own.length)
  expect(left.filter(({ user_id }) => user_id === max.id)).toHaveLength(1)
})

const isSecret = (name: string) => /token|link$|secret|password$|code$/.test(name)

/** Returns all field names of a schema, at any depth. */
function names(schema: unknown): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, value]) => [name, ...names(value)])
  if (schema instanceof z.ZodArray) return names(schema.element)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return names(schema.unwrap())
  return []
}

test('a malformed mutation id is refused and writes nothing', async () => {
  const body = { id: newId(), name: 'Never' }
  for (const malformed of ['a b', 'x'.repeat(65), 'é', 'a,b']) {
    const answer = await write(malformed, 'createWorkItem', { params: atlas.params, body })
    expect(answer, malformed).toMatchObject({ status: 400, body: { code: 'invalid' } })
  }
  expect(await runSql(atlas.server.databaseUrl, 'select 1 from work_items where id = $1', [body.id])).toEqual(
    [],
  )
})
