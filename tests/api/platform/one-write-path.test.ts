import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#common/platform/ids.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

/*
 * The same change must have the same result and the same feed entries, whether one item is changed, several, or an item
 * is created with it. Violations have the same error message.
 */
let atlas: ProjectTestServer
let labels: string[]

beforeAll(async () => {
  atlas = await startProjectTestServer()
  const listed = await atlas.cast.ann.call('listLabels', { params: atlas.params })
  labels = listed.slice(0, 2).map((label) => label.id)
})
afterAll(() => atlas.close())

type Values = Record<string, unknown>

const day = fc.constantFrom(null, '2026-03-01', '2026-03-02')

/** Generates random values of an item. They include unknown users and labels, and sometimes an unknown state. */
function someValues() {
  const { ann, max, gus, eve } = atlas.cast
  const states = ['backlog', 'started', 'completed', 'cancelled'].map((group) => atlas.states[group])
  const fields = {
    state_id: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...states) }, fc.constant(newId())),
    priority: fc.constantFrom('urgent', 'low', 'none'),
    assignee_ids: fc.subarray([max.id, ann.id, gus.id, eve.id]),
    label_ids: fc.subarray([...labels, newId()]),
    start_date: day,
    target_date: day,
  }
  return fc.record(fields, { requiredKeys: [] })
}

interface Outcome {
  rows: Values[]
  heard: Values[]
  refusal: Values | null
}

/**
 * Runs `act`, which changes or creates items. Returns the stored rows, the fields in the change feed, and the
 * error if the server refused the call.
 */
async function outcomeOf(items: { id: string }[], act: () => Promise<unknown>): Promise<Outcome> {
  let refusal: Values | null = null
  const changes = await atlas.changes(async () => {
    refusal = await act().then(
      () => null,
      ({ message }: Error) => refusalIn(message),
    )
  })
  const heard = items.map(({ id }) => changes.find((change) => change.id === id)?.fields ?? {})
  const rows = refusal === null ? await Promise.all(items.map((item) => atlas.stored(item))) : []
  return { rows: rows.map(comparable), heard: heard.map(comparable), refusal }
}

/** Returns the error of a rejected call without the id of the request. */
function refusalIn(message: string): Values {
  const { request_id: _, ...said } = JSON.parse(message.slice(message.indexOf('{')))
  return said
}

/**
 * Removes fields that differ for each item. Replaces `completed_at` and `updated_at` with the same text if they
 * are set.
 */
function comparable(fields: Values): Values {
  const own = ['id', 'name', 'sequence_id', 'sort_order', 'created_at', 'description_stripped']
  const kept = Object.entries(fields).filter(([name]) => !own.includes(name))
  const moments = ['completed_at', 'updated_at']
  return Object.fromEntries(
    kept.map(([name, value]) => [name, moments.includes(name) && value !== null ? 'a moment' : value]),
  )
}

const twins = (start: Values, count: number) =>
  Promise.all(Array.from({ length: count }, () => atlas.make('Twin', start)))

function one(item: { id: string }, change: Values): Promise<Outcome> {
  const params = { ...atlas.params, id: item.id }
  return outcomeOf([item], () => atlas.cast.ann.call('updateWorkItem', { params, body: change }))
}

const doubled = ({ rows, heard, refusal }: Outcome): Outcome => ({
  rows: [...rows, ...rows],
  heard: [...heard, ...heard],
  refusal,
})

describe('a change', () => {
  test('a bulk change has the same result as a single change', async () => {
    await fc.assert(
      fc.asyncProperty(someValues(), someValues(), async (start, change) => {
        // The initial item must be valid: the dates are in order, and the state belongs to the project.
        const { state_id: _, target_date: __, ...whole } = start
        const [alone, ...together] = await twins(whole, 3)
        if (alone === undefined) throw new Error('no item was made')
        const updates = together.map(({ id }) => ({ id, ...change }))
        const body = { updates }
        const many = await outcomeOf(together, () =>
          atlas.cast.ann.call('setWorkItems', { params: atlas.params, body }),
        )
        expect(many).toEqual(doubled(await one(alone, change)))
      }),
      { numRuns: 15 },
    )
  })

  test('creating many items sets the same values as creating one', async () => {
    await fc.assert(
      fc.asyncProperty(someValues(), async (change) => {
        const [alone, ...together] = await twins({}, 3)
        if (alone === undefined) throw new Error('no item was made')
        const body = { issue_ids: together.map(({ id }) => id), properties: change }
        const many = await outcomeOf(together, () =>
          atlas.cast.ann.call('changeWorkItems', { params: atlas.params, body }),
        )
        expect(many).toEqual(doubled(await one(alone, change)))
      }),
      { numRuns: 15 },
    )
  })

  test('creating an item sets the same values as changing one', async () => {
    await fc.assert(
      fc.asyncProperty(someValues(), async (change) => {
        const [there] = await twins({}, 1)
        if (there === undefined) throw new Error('no item was made')
        const made = { id: newId() }
        const { heard: _, ...making } = await outcomeOf([made], () =>
          atlas.make('Twin', { ...change, ...made }),
        )
        const { heard: __, ...changing } = await one(there, change)
        expect(making).toEqual(changing)
      }),
      { numRuns: 15 },
    )
  })
})
