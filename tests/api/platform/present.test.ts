import { expect, test } from 'vitest'
import { z } from 'zod'
import { presentRow } from '#api/platform/db/present.ts'

const person = z.object({ name: z.string(), born: z.string().optional() })
const schema = z.object({
  id: z.string(),
  people: z.array(person),
  lead: person.nullable(),
  of: z.object({ people: z.array(person).optional() }),
  settings: z.looseObject({ color: z.string() }),
  by_id: z.record(z.string(), z.number()),
})

test('removes unlisted fields from the row, from nested objects and from lists of objects', () => {
  const secret = { name: 'Ann', password: 'x' }
  const row = {
    ...{ id: '1', hidden: true, people: [secret], lead: secret, of: { people: [secret], token: 'y' } },
    settings: { color: 'red', more: 1 },
    by_id: { any: 1 },
  }
  const ann = { name: 'Ann' }
  expect(presentRow(schema, row)).toEqual({
    ...{ id: '1', people: [ann], lead: ann, of: { people: [ann] } },
    ...{ settings: { color: 'red', more: 1 }, by_id: { any: 1 } },
  })
})

test('formats nested times, and adds no optional fields of nested objects', () => {
  const row = { id: '1', people: [{ name: 'Max', born: new Date(0) }], of: {} }
  expect(presentRow(schema, row)).toEqual({
    ...{ id: '1', people: [{ name: 'Max', born: '1970-01-01T00:00:00.000Z' }], lead: null, of: {} },
    ...{ settings: null, by_id: null },
  })
})
