import { newId } from '#common/platform/ids.ts'
import type { FeatureFixture } from '../part.ts'

/** Provides the ids of the workspace, the project and their members, which exist before all other rows. */
export const featureFixture: FeatureFixture = {
  insideProject: ['project_id'],
  places: (side, { who }) => ({
    slug: side.slug,
    project_id: side.project_id,
    user_id: side.outsider_id,
    instance_admin_id: side.outsider_id,
    uidb64: Buffer.from(side.outsider_id).toString('base64url'),
    member_id:
      typeof who === 'object' && 'project' in who ? side.project_membership_id : side.workspace_membership_id,
  }),
  fields: (side) => ({
    id: newId(),
    workspace: side.workspace_id,
    last_workspace_id: side.workspace_id,
    project: side.project_id,
    project_id: side.project_id,
    project_lead: side.outsider_id,
    default_assignee: side.outsider_id,
    lead_id: side.outsider_id,
    member_ids: side.outsider_id,
    added_member_ids: side.outsider_id,
    removed_member_ids: side.outsider_id,
    member_id: side.outsider_id,
    assignee_ids: side.outsider_id,
    subscriber: side.maker_id,
    created_by: side.maker_id,
    email: 'nova@example.net',
    password: 'nine quiet otters paddle',
    new_password: 'nine quiet otters paddle',
  }),
  fieldsOfCall: (side, { path }) =>
    path.endsWith('/former-identifiers/') ? { identifier: `${side.identifier}0` } : {},
  async inProject({ side, sql }) {
    await sql(
      'insert into former_project_identifiers (workspace_id, project_id, identifier) select workspace_id, id, $2 from projects where id = $1',
      [side.project_id, `${side.identifier}0`],
    )
    return {}
  },
}
