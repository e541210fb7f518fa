import type { Role } from '#common/platform/roles.ts'
import type { ApiClient } from '../api-client.ts'

/**
 * The roles of a person in the workspace Acme and in its project Atlas. A role is null if the person is not
 * a member.
 */
export interface PersonRoles {
  is_signed_in: boolean
  is_instance_admin: boolean
  workspace: Role | null
  project: Role | null
}

export interface TestPerson extends PersonRoles {
  name: string
  client: ApiClient
}

/**
 * The ids of the rows that generated tests use: one row of every kind, all in one workspace and one project.
 * Each file in `parts/` adds the fields of its rows to this interface.
 */
export interface TestRowIds {
  workspace_id: string
  slug: string
  project_id: string
  identifier: string
  /** The creator of the item, the page and the views, who is a guest of the project. */
  maker_id: string
  /** A member of the workspace who is not in the project. */
  outsider_id: string
  workspace_membership_id: string
  project_membership_id: string
}
