import { z } from 'zod'
import { isTimezone } from '../../identity/users/rules.ts'
import { declareCalls } from '../../platform/call.ts'
import { singleLineText, textWithRule } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import {
  maxWorkspaceNameLength,
  maxWorkspaceSlugLength,
  organizationSizes,
  workspaceNameProblem,
  workspaceSlugProblem,
} from './rules.ts'
import { deletedWorkspace, workspaceResponse } from './schema.ts'

const timezone = z.string().max(100).refine(isTimezone, 'Unknown time zone.')

const missing = 'Both name and slug are required'
const tooLong = 'The maximum length for name is 80 and for slug is 48'

const name = z.string(missing).pipe(
  textWithRule(maxWorkspaceNameLength * 4, workspaceNameProblem, {
    required: missing,
    too_long: tooLong,
    url: 'Name cannot contain a URL',
    characters: "A name can contain only letters, digits, spaces and _ - ' & .",
  }),
)

const slug = z.string(missing).pipe(
  textWithRule(maxWorkspaceSlugLength * 4, workspaceSlugProblem, {
    required: missing,
    too_long: tooLong,
    characters: 'A slug can contain only lowercase letters, digits, - and _.',
    reserved: 'Slug is not valid',
  }),
)

const organization_size = z.enum(organizationSizes).nullish()
const one = '/api/workspaces/{slug}/'

export const workspaceBody = z.object({
  id: id.optional(),
  name,
  slug,
  organization_size,
  company_role: singleLineText(255).nullish(),
})
export const workspaceSlugQuery = z.object({
  slug: z.string('Workspace Slug is required').min(1, 'Workspace Slug is required').max(200),
})

export const workspaceCalls = declareCalls('workspaces', {
  listWorkspaces: {
    summary: 'List your workspaces',
    method: 'GET',
    path: '/api/workspaces/',
    who: 'signed-in',
    answer: z.array(workspaceResponse),
  },
  createWorkspace: {
    summary: 'Create a workspace. You become its admin',
    method: 'POST',
    path: '/api/workspaces/',
    who: 'signed-in',
    body: workspaceBody,
    status: 201,
    answer: workspaceResponse,
    fails: ['conflict'],
  },
  checkWorkspaceSlug: {
    summary: 'Check whether a workspace slug is available',
    method: 'GET',
    path: '/api/workspace-slug-check/',
    who: 'signed-in',
    query: workspaceSlugQuery,
    answer: z.object({ status: z.boolean() }),
  },
  getWorkspace: {
    summary: 'Get a workspace',
    method: 'GET',
    path: one,
    who: { workspace: 'guest' },
    answer: workspaceResponse,
  },
  updateWorkspace: {
    summary: 'Update a workspace',
    method: 'PATCH',
    path: one,
    who: { workspace: 'admin' },
    body: z.object({ name, organization_size, timezone, requires_second_factor: z.boolean() }).partial(),
    fails: ['conflict'],
    lacks: ['logo', 'logo_asset'],
    answer: workspaceResponse,
  },
  listWithoutSecondFactor: {
    summary: 'List members without two-factor authentication. They lose access if the workspace requires it',
    method: 'GET',
    path: `${one}members/without-second-factor/`,
    who: { workspace: 'admin' },
    answer: z.object({ member_ids: z.array(id) }),
  },
  deleteWorkspace: {
    summary: 'Delete a workspace. Its admins can restore it for 30 days',
    method: 'DELETE',
    path: one,
    who: { workspace: 'admin' },
  },
  listDeletedWorkspaces: {
    summary: 'List the deleted workspaces that you can restore',
    method: 'GET',
    path: '/api/users/me/deleted-workspaces/',
    who: 'signed-in',
    answer: z.array(deletedWorkspace),
  },
  restoreWorkspace: {
    summary: 'Restore a deleted workspace',
    method: 'POST',
    path: '/api/users/me/deleted-workspaces/{id}/restore/',
    who: 'signed-in',
    answer: deletedWorkspace,
  },
})
