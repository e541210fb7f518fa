import { describe, expect, test } from 'vitest'
import { calls } from '#common/calls.ts'
import type { Call } from '#common/platform/call.ts'
import { newId } from '#common/platform/ids.ts'
import { createExampleInput, type JsonSchema } from '../../support/examples.ts'
import { listBodyFields, replaceValueAtPath } from '../../support/wrong-values.ts'

const formats = new Set(['uuid', 'date', 'date-time'])

// The tests are generated from the declared calls. Nullable relations and dates are recognized by their
// schema.
const fields = Object.entries(calls as Record<string, Call>).flatMap(([name, call]) =>
  listBodyFields(call)
    .filter(({ shape }) => isNullable(shape) && names(shape).some((each) => formats.has(each)))
    .map(({ path }) => ({ field: `${name} ${path.join('.')}`, call, path })),
)

function isNullable(shape: JsonSchema): boolean {
  return kinds(shape).some(({ type }) => type === 'null')
}

function names(shape: JsonSchema): string[] {
  return kinds(shape).flatMap(({ format }) => format ?? [])
}

function kinds(shape: JsonSchema): JsonSchema[] {
  return [shape, ...(shape.anyOf ?? []).flatMap(kinds)]
}

function sent({ body, params }: Call, path: string[], value: unknown): unknown {
  if (body === undefined) throw new Error(`a field of ${params} without a body`)
  const id = newId()
  const known = (field: string) =>
    /(^id|_id|_ids|parent|lead|assignee|state|issues?|estimate|estimate_point|entity_identifier|duplicate_to|workspace|cover|intake|labels|after|created_by|target)$/.test(
      field,
    )
      ? id
      : undefined
  const parsed = body.parse(replaceValueAtPath(createExampleInput(body, known, path), path, value))
  return path.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), parsed)
}

describe('an empty text says that there is none', () => {
  test('in the relations and dates that clients clear', () => {
    const found = fields.map(({ field }) => field)
    expect(found).toEqual(
      expect.arrayContaining([
        'createWorkItem state_id',
        'updateWorkItem parent_id',
        'updateWorkItem target_date',
        'setWorkItemDates updates.0.start_date',
        'createProject project_lead',
        'updateProject default_assignee',
        'updateLabel parent',
        'updateProfile last_workspace_id',
      ]),
    )
  })

  test.each(fields)('$field', ({ call, path }) => {
    expect(sent(call, path, '')).toBeNull()
    expect(sent(call, path, null)).toBeNull()
    expect(() => sent(call, path, 'x')).toThrow()
  })
})
