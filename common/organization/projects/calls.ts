import { z } from 'zod'
import { isTimezone } from '../../identity/users/rules.ts'
import { declareCalls } from '../../platform/call.ts'
import { externalIdFields } from '../../platform/external-ids.ts'
import {
  emptyAsNull,
  multiLineText,
  pictureUrlField,
  singleLineText,
  textWithRule,
} from '../../platform/fields.ts'
import { logoProps } from '../../platform/logo-props.ts'
import { dayInSupportedYears, id, isoTimestamp } from '../../platform/time.ts'
import { identifierProblem, maxIdentifierLength, maxProjectNameLength, projectNameProblem } from './rules.ts'
import { deletedProject, projectDetails, projectResponse, projectVisibility } from './schema.ts'

const timezone = z.string().max(100).refine(isTimezone, 'Unknown time zone.')

const name = textWithRule(maxProjectNameLength * 2, projectNameProblem, {
  required: 'A name is required.',
  too_long: 'A name can have at most 255 characters.',
  characters: 'PROJECT_NAME_CANNOT_CONTAIN_SPECIAL_CHARACTERS',
})

const identifier = textWithRule(maxIdentifierLength * 4, identifierProblem, {
  required: 'An identifier is required.',
  too_long: 'An identifier can have at most 12 characters.',
  characters: 'PROJECT_IDENTIFIER_CANNOT_CONTAIN_SPECIAL_CHARACTERS',
})

const months = z.int().min(0).max(12)

const fields = {
  name,
  identifier,
  description: multiLineText(10_000).optional(),
  network: projectVisibility.optional(),
  logo_props: logoProps.optional(),
  cover_image_url: pictureUrlField.optional(),
  /** Alternative name of `cover_image_url`. */
  cover_image: pictureUrlField.optional(),
  project_lead: emptyAsNull(id).optional(),
  default_assignee: emptyAsNull(id).optional(),
  start_date: emptyAsNull(dayInSupportedYears).optional(),
  target_date: emptyAsNull(dayInSupportedYears).optional(),
  timezone: timezone.optional(),
  cycle_view: z.boolean().optional(),
  module_view: z.boolean().optional(),
  issue_views_view: z.boolean().optional(),
  page_view: z.boolean().optional(),
  inbox_view: z.boolean().optional(),
  is_time_tracking_enabled: z.boolean().optional(),
  is_epic_enabled: z.boolean().optional(),
  is_issue_type_enabled: z.boolean().optional(),
  guest_view_all_features: z.boolean().optional(),
  archive_in: months.optional(),
  close_in: months.optional(),
  ...externalIdFields,
}

const lacks = ['cover_image_asset', 'intake_view']

const all = '/api/workspaces/{slug}/projects/'
const one = '/api/workspaces/{slug}/projects/{project_id}/'

export const projectCalls = declareCalls('projects', {
  listProjects: {
    summary: 'List the projects that you can see, including archived projects',
    method: 'GET',
    path: all,
    who: { workspace: 'guest' },
    answer: z.array(projectResponse),
  },
  listProjectDetails: {
    summary: 'List projects with their members and next work item number',
    method: 'GET',
    path: '/api/workspaces/{slug}/projects/details/',
    who: { workspace: 'guest' },
    answer: z.array(projectDetails),
  },
  createProject: {
    summary: 'Create a project with its states and labels',
    method: 'POST',
    path: all,
    who: { workspace: 'member' },
    forPeopleOnly: true,
    body: z.object({ id: id.optional(), ...fields }),
    lacks,
    status: 201,
    answer: projectDetails,
    fails: ['conflict'],
  },
  getProject: {
    visit: 'project',
    summary: 'Get a project',
    method: 'GET',
    path: one,
    who: { workspace: 'guest' },
    answer: projectDetails,
    fails: ['conflict'],
  },
  updateProject: {
    summary: 'Update a project',
    method: 'PATCH',
    path: one,
    who: { project: 'admin' },
    body: z
      .object({ ...fields, default_state: emptyAsNull(id).optional(), estimate: emptyAsNull(id).optional() })
      .partial(),
    lacks,
    answer: projectDetails,
  },
  deleteProject: {
    summary: 'Delete a project. It can be restored for 30 days',
    method: 'DELETE',
    path: one,
    who: { project: 'admin' },
    archivedProject: 'allowed',
  },
  listDeletedProjects: {
    summary: 'List the deleted projects that you can restore',
    method: 'GET',
    path: '/api/workspaces/{slug}/deleted-projects/',
    who: { workspace: 'member' },
    answer: z.array(deletedProject),
  },
  restoreDeletedProject: {
    summary: 'Restore a deleted project. If its name or identifier is taken, another is used',
    method: 'POST',
    path: '/api/workspaces/{slug}/deleted-projects/{id}/restore/',
    who: { workspace: 'member' },
    answer: projectDetails,
  },
  archiveProject: {
    summary: 'Archive a project. It becomes read-only',
    method: 'POST',
    path: '/api/workspaces/{slug}/projects/{project_id}/archive/',
    who: { project: 'member' },
    archivedProject: 'allowed',
    answer: z.object({ archived_at: isoTimestamp }),
  },
  restoreProject: {
    summary: 'Unarchive a project',
    method: 'DELETE',
    path: '/api/workspaces/{slug}/projects/{project_id}/archive/',
    who: { project: 'member' },
    archivedProject: 'allowed',
  },
  checkProjectIdentifier: {
    summary: 'Check whether a project uses or previously used an identifier',
    method: 'GET',
    path: '/api/workspaces/{slug}/project-identifiers/',
    who: { workspace: 'member' },
    query: z.object({
      name: z.string('Name is required').trim().min(1, 'Name is required').pipe(singleLineText(255)),
    }),
    answer: z.object({ exists: z.int(), identifiers: z.array(z.object({ project: id, name: z.string() })) }),
  },
  listFormerIdentifiers: {
    summary: 'List the previous identifiers of a project, newest first',
    method: 'GET',
    path: '/api/workspaces/{slug}/projects/{project_id}/former-identifiers/',
    who: { project: 'guest' },
    answer: z.array(z.object({ identifier: z.string(), created_at: isoTimestamp })),
  },
  releaseIdentifier: {
    summary: 'Release a previous identifier of a project. Its links stop working',
    method: 'DELETE',
    path: '/api/workspaces/{slug}/projects/{project_id}/former-identifiers/',
    who: { project: 'admin' },
    body: z.object({ identifier: singleLineText(maxIdentifierLength) }),
  },
})
