import { expect, test } from 'vitest'
import { toReversibleMutation } from '#web/platform/sync/history.ts'
import { type AnyMutation, toAnyMutation } from '#web/platform/sync/mutation.ts'
import {
  fieldsUnchangedSince,
  unrevertedAmount,
  withoutChangedFields,
} from '#web/platform/sync/unchanged-fields.ts'

test('only unchanged fields are reverted', () => {
  const row = { name: 'Theirs', priority: 'high', label_ids: ['b', 'a'] }
  const given = { name: 'Mine', priority: 'high', label_ids: ['a', 'b'] }
  const before = { name: 'First', priority: 'none', label_ids: [] }
  const fields = fieldsUnchangedSince(row, given, before)
  expect(fields).toEqual({ priority: 'none', label_ids: [] })
  expect(unrevertedAmount([{ wanted: before, fields }])).toBe('some')
})

test('a sort order is reverted only with its group', () => {
  const given = { state_id: 'done', sort_order: 7 }
  const before = { state_id: 'todo', sort_order: 3 }
  expect(fieldsUnchangedSince({ state_id: 'backlog', sort_order: 7 }, given, before)).toEqual({})
  const moved = fieldsUnchangedSince({ state_id: 'done', sort_order: 9 }, given, before)
  expect(moved).toEqual({ state_id: 'todo' })
  expect(unrevertedAmount([{ wanted: before, fields: moved }])).toBe('nothing')
})

test.each([
  ['work_item_comments', 'updateComment', 'comment_html', '<p>New', '<p>New</p>', '<p>Old</p>'],
  ['page_comments', 'updatePageComment', 'comment_html', '<p>New', '<p>New</p>', '<p>Old</p>'],
  ['work_item_links', 'updateLink', 'url', 'example.com', 'https://example.com/', 'https://old.example/'],
  ['labels', 'updateLabel', 'name', ' Two  words ', 'Two words', 'Before'],
  ['work_item_templates', 'updateTemplate', 'description_html', '<p>A', '<p>A</p>', '<p>B</p>'],
  ['drafts', 'updateDraft', 'name', ' A ', 'A', 'B'],
])('undo of %s compares with what the server wrote', (entity, call, name, sent, written, before) => {
  const setting = (value: string) =>
    ({
      call,
      input: { params: {}, body: { [name]: value } },
      changes: [{ entity, id: 'a', op: 'update', fields: { [name]: value } }],
    }) as unknown as AnyMutation
  const made = toAnyMutation({ ...setting(sent), undo: setting(before) } as never)
  const row = { id: 'a', [name]: written }
  const step = toReversibleMutation(made, row)
  const undone = step && withoutChangedFields(step.undo, step.redo, () => row)
  expect(undone?.mutation?.input).toMatchObject({ body: { [name]: before } })
  const changed =
    step && withoutChangedFields(step.undo, step.redo, () => ({ id: 'a', [name]: 'By somebody else' }))
  expect(changed?.mutation).toBeNull()
})
