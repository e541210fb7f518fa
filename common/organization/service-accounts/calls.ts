import { z } from 'zod'
import { apiTokenFields } from '../../identity/api-tokens/calls.ts'
import { apiToken } from '../../identity/api-tokens/schema.ts'
import { displayNameField } from '../../identity/users/calls.ts'
import { maxCallBudget } from '../../identity/users/service-accounts.ts'
import { declareCalls } from '../../platform/call.ts'
import { pictureUrlField } from '../../platform/fields.ts'
import { id } from '../../platform/time.ts'
import { serviceProjectsLimit } from './rules.ts'
import { serviceAccount, serviceRoleField } from './schema.ts'

const all = '/api/workspaces/{slug}/service-accounts/'
const one = '/api/workspaces/{slug}/service-accounts/{service_account_id}/'
const tokens = `${one}tokens/` as const

const avatar_url = pictureUrlField
const projects = z.array(z.object({ project_id: id, role: serviceRoleField })).max(serviceProjectsLimit)

const budget = {
  calls_per_minute: z.int().min(1).max(maxCallBudget.calls_per_minute),
  calls_per_day: z.int().min(1).max(maxCallBudget.calls_per_day),
}

/**
 * Calls for service accounts: members of a workspace through which agents and scripts act under their own name. Only
 * signed-in admins can use these calls, because a token must not create or delete tokens.
 */
export const serviceAccountCalls = declareCalls('service-accounts', {
  listServiceAccounts: {
    summary: 'List the service accounts of a workspace, sorted by name',
    method: 'GET',
    path: all,
    who: { workspace: 'admin' },
    answer: z.array(serviceAccount),
  },
  createServiceAccount: {
    summary: 'Create a service account. You become its owner',
    method: 'POST',
    path: all,
    who: { workspace: 'admin' },
    body: z.object({
      display_name: displayNameField,
      avatar_url: avatar_url.optional(),
      role: serviceRoleField.optional(),
      projects: projects.optional(),
      calls_per_minute: budget.calls_per_minute.optional(),
      calls_per_day: budget.calls_per_day.optional(),
    }),
    status: 201,
    answer: serviceAccount,
  },
  getServiceAccount: {
    summary: 'Get a service account',
    method: 'GET',
    path: one,
    who: { workspace: 'admin' },
    answer: serviceAccount,
  },
  updateServiceAccount: {
    summary: 'Update a service account. `projects` replaces all its projects',
    method: 'PATCH',
    path: one,
    who: { workspace: 'admin' },
    body: z
      .object({
        display_name: displayNameField,
        avatar_url,
        role: serviceRoleField,
        /** User id of the new owner, who must be an admin of the workspace. */
        owner_id: id,
        projects,
        ...budget,
      })
      .partial(),
    answer: serviceAccount,
  },
  disableServiceAccount: {
    summary: 'Disable a service account. Its tokens are rejected and its connections are closed',
    method: 'POST',
    path: `${one}disable/`,
    who: { workspace: 'admin' },
    answer: serviceAccount,
  },
  enableServiceAccount: {
    summary: 'Enable a service account. If its owner is no longer an admin, you become its owner',
    method: 'POST',
    path: `${one}enable/`,
    who: { workspace: 'admin' },
    answer: serviceAccount,
  },
  deleteServiceAccount: {
    summary: 'Delete a service account and its tokens. Its work remains under its name',
    method: 'DELETE',
    path: one,
    who: { workspace: 'admin' },
  },
  listServiceTokens: {
    summary: 'List the API tokens of a service account, newest first',
    method: 'GET',
    path: tokens,
    who: { workspace: 'admin' },
    answer: z.array(apiToken),
  },
  createServiceToken: {
    summary: 'Create an API token of a service account. Only this response contains `token`',
    method: 'POST',
    path: tokens,
    who: { workspace: 'admin' },
    body: z.object(apiTokenFields),
    status: 201,
    answer: apiToken.extend({ token: z.string() }),
    secretAnswer: true,
  },
  deleteServiceToken: {
    summary: 'Revoke an API token of a service account. Connections that use it are closed',
    method: 'DELETE',
    path: `${tokens}{service_token_id}/`,
    who: { workspace: 'admin' },
  },
})
