import { canSeeTeamspace } from '#common/organization/teamspaces/rules.ts'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import { newId } from '#common/platform/ids.ts'
import { positionBetween } from '#common/platform/positions.ts'
import { t } from '../../locales/i18n.ts'
import { createReordering } from '../../platform/app/reordering.ts'
import { mutate, store, tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { currentSlug, workspaceAtom } from '../../platform/shell/workspace.ts'
import { toAnyMutation, undoableMutation } from '../../platform/sync/mutation.ts'
import { createRowActions, createSentCall } from '../../platform/sync/row-actions.ts'
import { teamspacesAtom } from './atoms.ts'

export type TeamspaceFields = Pick<
  TeamspaceRow,
  'name' | 'description' | 'logo_props' | 'access' | 'lead_id' | 'member_ids' | 'project_ids'
>
type Patch = Partial<TeamspaceFields & Pick<TeamspaceRow, 'sort_order'>>

const teamspaces = createRowActions('teamspaces', {
  create: ({ id, name, description, logo_props, access, lead_id, member_ids, project_ids, sort_order }) =>
    createSentCall('createTeamspace', {
      params: { slug: currentSlug() },
      body: { id, name, description, logo_props, access, lead_id, member_ids, project_ids, sort_order },
    }),
  update: (team, patch: Patch) => createSentCall('updateTeamspace', { params: paramsOf(team), body: patch }),
  remove: (team) => createSentCall('deleteTeamspace', { params: paramsOf(team) }),
  restore: (team) => createSentCall('restoreTeamspace', { params: paramsOf(team) }),
})

/** Creates a teamspace. Returns null if the server rejected it. */
export function createTeamspace(fields: TeamspaceFields): Promise<TeamspaceRow | null> {
  const now = new Date().toISOString()
  const people = [getMyId(), ...fields.member_ids, ...(fields.lead_id === null ? [] : [fields.lead_id])]
  const row: TeamspaceRow = {
    id: newId(),
    workspace_id: store.get(workspaceAtom).id ?? '',
    ...fields,
    member_ids: [...new Set(people)],
    sort_order: positionBetween(store.get(teamspacesAtom).at(-1)?.sort_order ?? null, null),
    created_at: now,
    updated_at: now,
    created_by: getMyId(),
    updated_by: getMyId(),
  }
  return mutate(teamspaces.create(row, t('teamspaces.created')))
}

export async function editTeamspace(team: TeamspaceRow, patch: Partial<TeamspaceFields>): Promise<void> {
  await mutate(teamspaces.update(team, consistent(team, patch), t('teamspaces.updated')))
}

export async function deleteTeamspace(team: TeamspaceRow): Promise<void> {
  await mutate(teamspaces.remove(team, t('teamspaces.deleted')))
}

export async function joinTeamspace(team: TeamspaceRow): Promise<void> {
  await mutate(undoableMutation(joining(team), t('teamspaces.joined', { name: team.name }), leaving(team)))
}

/**
 * Leaves a teamspace. Undo joins it again: for some time, the server allows this even for a private
 * teamspace, and a former lead becomes the lead again.
 */
export async function leaveTeamspace(team: TeamspaceRow): Promise<void> {
  const message = t('teamspaces.left', { name: team.name })
  await mutate(undoableMutation(leaving(team), message, rejoining(team)))
}

export const teamspaceReordering = createReordering({
  find: (id) => tables.teamspaces.get(id),
  listOf: () => store.get(teamspacesAtom),
  positionOf: ({ sort_order }) => sort_order,
  nameOf: ({ name }) => name,
  messageOf: ({ name }) => t('teamspaces.moved', { name }),
  placing: (team, sort_order, _, message) => toAnyMutation(teamspaces.update(team, { sort_order }, message)),
})

/** Applies the rules of the server: a lead is a member, and a removed member is not the lead. */
function consistent(team: TeamspaceRow, patch: Partial<TeamspaceFields>): Partial<TeamspaceFields> {
  const { lead_id = team.lead_id, member_ids = team.member_ids } = patch
  if (lead_id === null || member_ids.includes(lead_id)) return patch
  return patch.member_ids === undefined
    ? { ...patch, member_ids: [...member_ids, lead_id] }
    : { ...patch, lead_id: null }
}

function joining(team: TeamspaceRow) {
  const member_ids = [...team.member_ids.filter((one) => one !== getMyId()), getMyId()]
  return teamspaces.setting(team, { member_ids }, createSentCall('joinTeamspace', { params: paramsOf(team) }))
}

function leaving(team: TeamspaceRow) {
  const fields = {
    member_ids: team.member_ids.filter((one) => one !== getMyId()),
    lead_id: team.lead_id === getMyId() ? null : team.lead_id,
  }
  const sent = createSentCall('leaveTeamspace', { params: paramsOf(team) })
  const { answerTable: _, ...step } = teamspaces.setting(team, fields, sent)
  return { ...step, changes: isVisibleAfterLeaving(team) ? step.changes : [removalOf(team)] }
}

function rejoining(team: TeamspaceRow) {
  const sent = createSentCall('joinTeamspace', { params: paramsOf(team) })
  const { lead_id } = team
  const member_ids = [...team.member_ids.filter((one) => one !== getMyId()), getMyId()]
  const step = teamspaces.setting(team, { member_ids, lead_id }, sent)
  if (isVisibleAfterLeaving(team)) return step
  return {
    ...step,
    changes: [{ ...removalOf(team), op: 'create' as const, fields: { ...team, member_ids } }],
  }
}

function isVisibleAfterLeaving(team: TeamspaceRow): boolean {
  const actor = { user_id: '', role: store.get(workspaceRoleAtom) }
  return canSeeTeamspace(actor, team)
}

function removalOf({ id }: TeamspaceRow) {
  return { entity: 'teamspaces' as const, id, op: 'delete' as const, fields: {} }
}

function paramsOf({ id }: { id: string }) {
  return { slug: currentSlug(), teamspace_id: id }
}
