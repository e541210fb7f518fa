import { z } from 'zod'
import { maxPasswordLength } from '../../identity/sign-in/rules.ts'
import { personNameField } from '../../identity/users/calls.ts'
import { workspaceBody, workspaceSlugQuery } from '../../organization/workspaces/calls.ts'
import { workspaceResponse } from '../../organization/workspaces/schema.ts'
import { declareCalls } from '../../platform/call.ts'
import { looseBooleanField, singleLineText } from '../../platform/fields.ts'
import { role } from '../../platform/roles.ts'
import { id } from '../../platform/time.ts'
import { createPageSchema, pagingQueryFields } from '../../work/listing/schema.ts'
import {
  configurationRow,
  instanceAdmin,
  instanceHealth,
  instanceJobs,
  instancePerson,
  instanceWorkspace,
  mailTestResult,
  providerProblem,
  releaseNote,
} from './schema.ts'
import { maxInstanceNameLength, maxSettingLength, settingKeys } from './settings.ts'

const config = z.object({
  enable_signup: z.boolean(),
  is_workspace_creation_disabled: z.boolean(),
  is_google_enabled: z.boolean(),
  is_github_enabled: z.boolean(),
  is_gitlab_enabled: z.boolean(),
  is_gitea_enabled: z.boolean(),
  /** True if users can sign in with an OpenID Connect provider. `oidc_name` is the label of its button. */
  is_oidc_enabled: z.boolean(),
  oidc_name: z.string(),
  is_saml_enabled: z.boolean(),
  saml_name: z.string(),
  is_magic_login_enabled: z.boolean(),
  is_email_password_enabled: z.boolean(),
  github_app_name: z.string().nullable(),
  slack_client_id: z.string().nullable(),
  posthog_api_key: z.string().nullable(),
  posthog_host: z.string().nullable(),
  has_unsplash_configured: z.boolean(),
  has_llm_configured: z.boolean(),
  /** Maximum size of an uploaded file in bytes. */
  file_size_limit: z.number(),
  is_smtp_configured: z.boolean(),
  admin_base_url: z.string().nullable(),
  space_base_url: z.string().nullable(),
  app_base_url: z.string(),
  instance_changelog_url: z.string().nullable(),
  is_self_managed: z.boolean(),
})

const instance = z.object({
  id,
  instance_id: id,
  instance_name: z.string(),
  whitelist_emails: z.string().nullable(),
  current_version: z.string(),
  latest_version: z.string().nullable(),
  edition: z.string(),
  domain: z.string(),
  last_checked_at: z.string().nullable(),
  namespace: z.string().nullable(),
  is_telemetry_enabled: z.boolean(),
  is_support_required: z.boolean(),
  is_activated: z.boolean(),
  is_setup_done: z.boolean(),
  is_signup_screen_visited: z.boolean(),
  is_verified: z.boolean(),
  is_test: z.boolean(),
  is_current_version_deprecated: z.boolean(),
  workspaces_exist: z.boolean(),
  /** The version of the document schema. A client must support it to edit documents. */
  document_schema: z.int(),
})

/**
 * Accepts settings as typed values, or as strings, which the forms of Plane send. Null or an empty string restores
 * the default.
 */
const written = z
  .union([z.string().max(maxSettingLength), z.boolean(), z.number()])
  .nullable()
  .optional()
const changes = z.object(Object.fromEntries(settingKeys.map((key) => [key, written])))

const paged = {
  search: singleLineText(200).optional(),
  ...pagingQueryFields,
  per_page: pagingQueryFields.per_page.default(10),
}

export const instanceCalls = declareCalls('instance', {
  listReleaseNotes: {
    summary: 'List the release notes by month, newest first',
    method: 'GET',
    path: '/api/release-notes/',
    who: 'signed-in',
    answer: z.array(releaseNote),
  },
  getInstance: {
    summary: 'Get the public settings of the instance for the client',
    method: 'GET',
    path: '/api/instances/',
    who: 'anyone',
    answer: z.object({ config, instance }),
  },
  updateInstance: {
    summary: 'Rename the instance',
    method: 'PATCH',
    path: '/api/instances/',
    who: 'instance-admin',
    body: z
      .object({
        instance_name: singleLineText(maxInstanceNameLength).min(1, 'Enter a name.'),
        /** The value is stored for clients of Plane. Tandem sends no telemetry. */
        is_telemetry_enabled: looseBooleanField,
      })
      .partial(),
    answer: instance,
  },
  listConfigurations: {
    summary: 'List all settings of the instance and their sources. Secrets are omitted',
    method: 'GET',
    path: '/api/instances/configurations/',
    who: 'instance-admin',
    answer: z.array(configurationRow),
  },
  updateConfigurations: {
    summary: 'Update settings of the instance. All processes apply them immediately',
    method: 'PATCH',
    path: '/api/instances/configurations/',
    who: 'instance-admin',
    body: changes,
    transactions: 'own',
    answer: z.array(configurationRow),
  },
  createGithubApp: {
    summary: 'Start to create the GitHub App of the instance. The browser must open the returned address',
    method: 'POST',
    path: '/api/instances/github-app/',
    who: 'instance-admin',
    body: z.object({
      organization: singleLineText(100)
        .regex(/^[\w-]*$/, 'Enter the name of the organization.')
        .optional(),
    }),
    answer: z.object({ url: z.string() }),
    secretAnswer: true,
    transactions: 'own',
  },
  returnFromGithubAppCreation: {
    summary: 'Store the keys of a created GitHub App. GitHub redirects the browser here',
    method: 'GET',
    path: '/api/git/github-app/created/',
    who: 'instance-admin',
    query: z.object({ code: z.string().max(1000).optional(), state: z.string().max(1000).optional() }),
    transactions: 'own',
    status: 302,
  },
  disableEmail: {
    summary: 'Remove the mail server that was set in the admin screens',
    method: 'DELETE',
    path: '/api/instances/configurations/disable-email-feature/',
    who: 'instance-admin',
    transactions: 'own',
  },
  testEmail: {
    summary: 'Send a test email and get the SMTP log',
    method: 'POST',
    path: '/api/instances/email-credentials-check/',
    who: 'instance-admin',
    body: z.object({ receiver_email: z.string().max(255) }),
    transactions: 'own',
    answer: mailTestResult,
  },
  listInstanceAdmins: {
    summary: 'List the instance admins',
    method: 'GET',
    path: '/api/instances/admins/',
    who: 'instance-admin',
    answer: z.array(instanceAdmin),
  },
  addInstanceAdmin: {
    summary: 'Make a user an instance admin',
    method: 'POST',
    path: '/api/instances/admins/',
    who: 'instance-admin',
    body: z.object({ email: z.string().max(255), role: z.literal(role.admin).optional() }),
    status: 201,
    answer: instanceAdmin,
  },
  removeInstanceAdmin: {
    summary: 'Remove an instance admin. The last one cannot be removed',
    method: 'DELETE',
    path: '/api/instances/admins/{instance_admin_id}/',
    who: 'instance-admin',
  },
  getInstanceAdminMe: {
    summary: 'Get your own instance admin record',
    method: 'GET',
    path: '/api/instances/admins/me/',
    who: 'instance-admin',
    answer: instanceAdmin,
  },
  listInstanceWorkspaces: {
    summary: 'List all workspaces of the instance, newest first',
    method: 'GET',
    path: '/api/instances/workspaces/',
    who: 'instance-admin',
    query: z.object(paged),
    answer: createPageSchema(instanceWorkspace),
  },
  listInstancePeople: {
    summary: 'List or search the users of the instance, last active first',
    method: 'GET',
    path: '/api/instances/users/',
    who: 'instance-admin',
    query: z.object(paged),
    answer: createPageSchema(instancePerson),
  },
  updateInstancePerson: {
    summary: 'Deactivate or reactivate a user. Deactivation ends the sessions',
    method: 'PATCH',
    path: '/api/instances/users/{user_id}/',
    who: 'instance-admin',
    body: z.object({ is_active: z.boolean() }),
    answer: instancePerson,
  },
  createInstancePerson: {
    summary: 'Create a user with a verified email address, even without open sign-up',
    method: 'POST',
    path: '/api/instances/users/',
    who: 'instance-admin',
    body: z.object({
      email: z.string().max(255),
      /** Password of the account. Omitted for a user who signs in by a code or a provider. */
      password: z.string().max(maxPasswordLength).optional(),
      /** First name of the user. Omitted for a user who enters their name at the first sign-in. */
      first_name: personNameField('First name').optional(),
      last_name: personNameField('Last name').optional(),
    }),
    status: 201,
    answer: instancePerson,
  },
  verifyInstancePerson: {
    summary: 'Mark the email address of a user as verified',
    method: 'POST',
    path: '/api/instances/users/{user_id}/verify/',
    who: 'instance-admin',
    answer: instancePerson,
  },
  setInstancePersonPassword: {
    summary: 'Set the password of a user and end their sessions. Excludes instance admins',
    method: 'PUT',
    path: '/api/instances/users/{user_id}/password/',
    who: 'instance-admin',
    body: z.object({ password: z.string().max(maxPasswordLength) }),
    answer: instancePerson,
  },
  endInstancePersonSessions: {
    summary: 'Sign another user out of all browsers',
    method: 'POST',
    path: '/api/instances/users/{user_id}/sessions/end/',
    who: 'instance-admin',
    answer: instancePerson,
  },
  listProviderProblems: {
    summary: 'List the reasons why enabled sign-in providers fail',
    method: 'GET',
    path: '/api/instances/provider-problems/',
    who: 'instance-admin',
    answer: z.array(providerProblem),
  },
  resetInstancePersonFactor: {
    summary: 'Reset the two-factor authentication of a user and end their sessions',
    method: 'POST',
    path: '/api/instances/users/{user_id}/second-factor/reset/',
    who: 'instance-admin',
    answer: instancePerson,
  },
  listInstanceJobs: {
    summary: 'List the pending and failed jobs',
    method: 'GET',
    path: '/api/instances/jobs/',
    who: 'instance-admin',
    answer: instanceJobs,
  },
  retryFailedJob: {
    summary: 'Retry a failed job now',
    method: 'POST',
    path: '/api/instances/jobs/{job_id}/repeat/',
    who: 'instance-admin',
  },
  getInstanceHealth: {
    summary: 'Get versions and the health of database, Redis, files and event consumers',
    method: 'GET',
    path: '/api/instances/health/',
    who: 'instance-admin',
    answer: instanceHealth,
  },
  createInstanceWorkspace: {
    summary: 'Create a workspace, even if users cannot create workspaces',
    method: 'POST',
    path: '/api/instances/workspaces/',
    who: 'instance-admin',
    body: workspaceBody,
    status: 201,
    answer: workspaceResponse,
    fails: ['conflict'],
  },
  checkInstanceWorkspaceSlug: {
    summary: 'Check whether a workspace slug is available',
    method: 'GET',
    path: '/api/instances/workspace-slug-check/',
    who: 'instance-admin',
    query: workspaceSlugQuery,
    answer: z.object({ status: z.boolean() }),
  },
})
