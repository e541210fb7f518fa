import { expect, test } from 'vitest'
import type { LabelRow } from '#common/work/labels/schema.ts'
import { createRowActions, createSentCall } from '#web/platform/sync/row-actions.ts'

const row: LabelRow = {
  ...{ id: '1', workspace_id: 'w', project_id: 'p', name: 'Bug', color: '#f00', parent: null, sort_order: 1 },
}
const params = { slug: 'acme', project_id: 'p' }
const calls = {
  create: ({ id, name, color }: LabelRow) =>
    createSentCall('createLabel', { params, body: { id, name, color } }),
  update: ({ id }: LabelRow, body: Partial<LabelRow>) =>
    createSentCall('updateLabel', { params: { ...params, label_id: id }, body }),
  remove: ({ id }: LabelRow) => createSentCall('deleteLabel', { params: { ...params, label_id: id } }),
}
const restore = ({ id }: LabelRow) => createSentCall('restoreLabel', { params: { ...params, label_id: id } })
const created = [{ entity: 'labels', id: '1', op: 'create', fields: row }]
const removed = [{ entity: 'labels', id: '1', op: 'delete', fields: {} }]

test('an update is undone by what the row had in the same fields', () => {
  const change = createRowActions('labels', calls).update(row, { name: 'Fault', parent: '2' }, 'Changed')
  expect(change).toMatchObject({
    call: 'updateLabel',
    input: { body: { name: 'Fault', parent: '2' } },
    changes: [{ entity: 'labels', id: '1', op: 'update', fields: { name: 'Fault', parent: '2' } }],
    ...{ answerTable: 'labels', queueKey: '1', message: 'Changed' },
  })
  expect(change.undo).toMatchObject({
    input: { body: { name: 'Bug', parent: null } },
    changes: [{ op: 'update', fields: { name: 'Bug', parent: null } }],
  })
})

test('a removal is undone by restoring the row, or by creating it where nothing restores it', () => {
  const [restorable, plain] = [
    createRowActions('labels', { ...calls, restore }),
    createRowActions('labels', calls),
  ]
  expect(restorable.remove(row, 'Deleted')).toMatchObject({
    ...{ call: 'deleteLabel', changes: removed, message: 'Deleted' },
    undo: { call: 'restoreLabel', changes: created, answerTable: 'labels' },
  })
  expect(plain.remove(row, 'Deleted').undo).toMatchObject({ call: 'createLabel', changes: created })
  expect(plain.remove(row, 'Deleted')).not.toHaveProperty('answers')
})

test('a creation is undone by removing the row, and done again by restoring that', () => {
  const creation = createRowActions('labels', { ...calls, restore }).create(row, 'Created')
  expect(creation).toMatchObject({ call: 'createLabel', changes: created, undo: { changes: removed } })
  expect(creation.redo).toMatchObject({ call: 'restoreLabel', changes: created })
  expect(createRowActions('labels', calls).create(row, 'Created')).not.toHaveProperty('redo')
})

test('a partial change has no message, and rows may share a queue and return no row', () => {
  const change = createRowActions('labels', { ...calls, answersRow: false, queueKey: 'labels' }).update(row, {
    sort_order: 2,
  })
  expect(change).toMatchObject({ queueKey: 'labels', undo: { queueKey: 'labels' } })
  for (const name of ['words', 'answers', 'redo']) expect(change).not.toHaveProperty(name)
})
