import { expect, test } from 'vitest'
import { findAffectedDocumentAccess } from '#api/documents/content/rights-changed.ts'
import { documentName } from '#common/documents/content/names.ts'
import { newId } from '#common/platform/ids.ts'

const id = newId()

test.each([
  ['enters or leaves triage', { state_id: newId(), state__group: 'triage' }, true],
  ['is archived', { archived_at: new Date().toISOString() }, true],
  ['moves to another project', { project_id: newId() }, true],
  ['is renamed', { name: 'New' }, false],
])('checks whether a work item that %s needs a new access check of its text', (_, fields, isAffected) => {
  expect(findAffectedDocumentAccess({ entity: 'work_items', id, op: 'update', fields }, newId())).toEqual(
    isAffected ? { name: documentName('work_item', id) } : null,
  )
})
