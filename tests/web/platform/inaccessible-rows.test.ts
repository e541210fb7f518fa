import { beforeAll, expect, test } from 'vitest'
import type { Me } from '#common/identity/users/schema.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { applyRows, store, tables } from '#web/platform/app/sync.ts'
import { removeInaccessibleRows } from '#web/platform/person/remove-inaccessible-rows.ts'
import { workspaceRoleAtom } from '#web/platform/person/roles.ts'
import { meAtom } from '#web/platform/person/session.ts'
import type { RowOf } from '#web/platform/sync/tables.ts'

const [me, other, project] = [newId(), newId(), newId()]

beforeAll(() => {
  store.set(meAtom, { id: me } as Me)
  const atlas = { id: project, member_role: role.member, guest_view_all_features: false }
  applyRows('projects', [atlas as RowOf<'projects'>], 1)
})

function join(workspaceRole: number, version: number): void {
  const member = { id: me, member_id: me, role: workspaceRole, is_active: true }
  applyRows('workspace_members', [member as RowOf<'workspace_members'>], version)
}

function show(name: string, fields: Partial<PageRow>): void {
  const page = {
    id: newId(),
    name,
    project_ids: [project],
    owned_by: other,
    access: 1,
    shares: {},
    ...fields,
  }
  applyRows('pages', [page as PageRow], 1)
}

const shownPages = () => [...tables.pages.values()].map(({ name }) => name)

test('pages that are shared with the user stay, and pages that are not shared any more are removed', async () => {
  join(role.member, 1)
  show('Own', { owned_by: me })
  show('Shared', { shares: { [me]: 'read' } })
  show('Not shared any more', { shares: { [other]: 'read' } })
  show('For everyone', { access: 0 })
  show('Of the workspace', { project_ids: [], shares: { [me]: 'read' } })
  removeInaccessibleRows()
  expect(shownPages()).toEqual(['Own', 'Shared', 'For everyone', 'Of the workspace'])
  join(role.guest, 2)
  await expect.poll(() => store.get(workspaceRoleAtom)).toBe(role.guest)
  removeInaccessibleRows()
  expect(shownPages()).toEqual(['Own', 'Shared', 'Of the workspace'])
})
