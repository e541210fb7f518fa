import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Me } from '#common/identity/users/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { type Role, role } from '#common/platform/roles.ts'
import { membersFeature } from '#web/organization/workspaces/feature.tsx'
import { pagesFeature } from '#web/pages/pages/feature.tsx'
import { templatesFeature } from '#web/pages/templates/feature.tsx'
import { stickiesFeature } from '#web/personal/stickies/feature.tsx'
import { cyclesFeature } from '#web/planning/cycles/feature.tsx'
import { epicsFeature } from '#web/planning/epics/feature.tsx'
import { intakeFeature } from '#web/planning/intake/feature.tsx'
import { modulesFeature } from '#web/planning/modules/feature.tsx'
import { applyRows, store, tables } from '#web/platform/app/sync.ts'
import { creatableProjectsAtom } from '#web/platform/person/projects.ts'
import { meAtom } from '#web/platform/person/session.ts'
import type { RowOf } from '#web/platform/sync/tables.ts'
import { teamspacesFeature } from '#web/teams/teamspaces/feature.tsx'
import { workItemsFeature } from '#web/work/screens/feature.tsx'
import { viewsFeature } from '#web/work/views/feature.tsx'

const features = [
  workItemsFeature,
  pagesFeature,
  templatesFeature,
  viewsFeature,
  cyclesFeature,
  modulesFeature,
  epicsFeature,
  intakeFeature,
  teamspacesFeature,
  membersFeature,
  stickiesFeature,
]
const me = newId()
const [atlas, beacon] = [newId(), newId()]
let version = 0

beforeAll(() => store.set(meAtom, { id: me } as Me))
beforeEach(() => join(atlas, role.guest))

function setWorkspaceRole(wanted: Role): void {
  const member = { id: me, member_id: me, role: wanted, is_active: true }
  applyRows('workspace_members', [member as RowOf<'workspace_members'>], ++version)
}

/** Adds a project in which all features are switched on. */
function join(id: string, member_role: Role | null): void {
  const enabled = {
    cycle_view: true,
    module_view: true,
    page_view: true,
    issue_views_view: true,
    inbox_view: true,
    is_epic_enabled: true,
  }
  const project = { id, name: id, member_role, archived_at: null, logo_props: {}, ...enabled }
  applyRows('projects', [project as unknown as RowOf<'projects'>], ++version)
}

/** Returns the ids of the commands that create something on a screen of the project. */
function createCommands(): string[] {
  const context = { get: store.get, project: tables.projects.get(atlas) }
  return features
    .flatMap((feature) => feature.actions?.(context) ?? [])
    .flatMap(({ id, group }) => (group === 'create' ? [id] : []))
}

test('a guest is only offered to create what guests can create', async () => {
  setWorkspaceRole(role.guest)
  await expect.poll(() => createCommands().toSorted()).toEqual(['new-sticky', 'send-in'])
})

test('a member can create work items while they are a guest of the open project', async () => {
  setWorkspaceRole(role.member)
  await expect.poll(createCommands).toContain('invite-people')
  expect(createCommands()).not.toContain('create-item')
  expect(createCommands()).not.toContain('create-cycle')
  join(beacon, role.member)
  await expect.poll(createCommands).toContain('create-item')
  expect(createCommands()).not.toContain('create-epic')
  expect(store.get(creatableProjectsAtom).map(({ id }) => id)).toEqual([beacon])
})
