import { z } from 'zod'
import { declareCalls } from '../call.ts'
import { line } from '../fields.ts'
import { pageOf, paging } from '../listing/schema.ts'
import { role } from '../roles.ts'
import { id } from '../time.ts'
import { workspaceBody, workspaceSlugQuery } from '../workspaces/calls.ts'
import { workspaceAnswer } from '../workspaces/schema.ts'
import {
  configurationRow,
  instanceAdmin,
  instanceHealth,
  instanceJobs,
  instancePerson,
  instanceWorkspace,
  mailTest,
  releaseNote,
} from './schema.ts'
import { instanceNameLength, settingKeys, settingLength } from './settings.ts'

const config = z.object({
  enable_signup: z.boolean(),
  is_workspace_creation_disabled: z.boolean(),
  is_google_enabled: z.boolean(),
  is_github_enabled: z.boolean(),
  is_gitlab_enabled: z.boolean(),
  is_gitea_enabled: z.boolean(),
  /** Any provider of OpenID Connect, and what it is called here. */
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
  /** Bytes of one uploaded file. */
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
  /** Which schema documents have; a client that edits them must know this one. */
  document_schema: z.int(),
})

/** As forms of the reference product send them, or as what they mean; null, or an empty text, is the default again. */
const written = z
  .union([z.string().max(settingLength), z.boolean(), z.number()])
  .nullable()
  .optional()
const changes = z.object(Object.fromEntries(settingKeys.map((key) => [key, written])))

const paged = {
  search: line(200).optional(),
  ...paging,
  per_page: paging.per_page.default(10),
}

export const instanceCalls = declareCalls({
  listReleaseNotes: {
    area: 'instance',
    summary: 'What has changed, by month, the newest on top',
    method: 'GET',
    path: '/api/release-notes/',
    who: 'signed-in',
    status: 200,
    answer: z.array(releaseNote),
  },
  getInstance: {
    area: 'instance',
    summary: 'What this installation offers, for the sign-in screen and the client',
    method: 'GET',
    path: '/api/instances/',
    who: 'anyone',
    status: 200,
    answer: z.object({ config, instance }),
  },
  updateInstance: {
    area: 'instance',
    summary: 'Name the installation',
    method: 'PATCH',
    path: '/api/instances/',
    who: 'instance-admin',
    body: z
      .object({ instance_name: line(instanceNameLength).min(1, 'An installation has a name.') })
      .partial(),
    status: 200,
    answer: instance,
  },
  listConfigurations: {
    area: 'instance',
    summary: 'Every setting of the installation, and where what counts comes from; secrets are not told',
    method: 'GET',
    path: '/api/instances/configurations/',
    who: 'instance-admin',
    status: 200,
    answer: z.array(configurationRow),
  },
  updateConfigurations: {
    area: 'instance',
    summary: 'Change settings of the installation; they count at once, in all processes',
    method: 'PATCH',
    path: '/api/instances/configurations/',
    who: 'instance-admin',
    body: changes,
    transactions: 'own',
    status: 200,
    answer: z.array(configurationRow),
  },
  disableEmail: {
    area: 'instance',
    summary: 'Forget the mail server that was set here',
    method: 'DELETE',
    path: '/api/instances/configurations/disable-email-feature/',
    who: 'instance-admin',
    transactions: 'own',
    status: 204,
  },
  testEmail: {
    area: 'instance',
    summary: 'Send a mail now, and tell what was said to the mail server and what it answered',
    method: 'POST',
    path: '/api/instances/email-credentials-check/',
    who: 'instance-admin',
    body: z.object({ receiver_email: z.string().max(255) }),
    transactions: 'own',
    status: 200,
    answer: mailTest,
  },
  listInstanceAdmins: {
    area: 'instance',
    summary: 'The admins of the installation',
    method: 'GET',
    path: '/api/instances/admins/',
    who: 'instance-admin',
    status: 200,
    answer: z.array(instanceAdmin),
  },
  addInstanceAdmin: {
    area: 'instance',
    summary: 'Make somebody who has an account an admin of the installation',
    method: 'POST',
    path: '/api/instances/admins/',
    who: 'instance-admin',
    body: z.object({ email: z.string().max(255), role: z.literal(role.admin).optional() }),
    status: 201,
    answer: instanceAdmin,
  },
  removeInstanceAdmin: {
    area: 'instance',
    summary: 'Take that back; the last admin stays',
    method: 'DELETE',
    path: '/api/instances/admins/{instance_admin_id}/',
    who: 'instance-admin',
    status: 204,
  },
  getInstanceAdminMe: {
    area: 'instance',
    summary: 'The caller, as an admin of the installation',
    method: 'GET',
    path: '/api/instances/admins/me/',
    who: 'instance-admin',
    status: 200,
    answer: instanceAdmin,
  },
  listInstanceWorkspaces: {
    area: 'instance',
    summary: 'Every workspace of the installation, with its owner and what it holds, newest first',
    method: 'GET',
    path: '/api/instances/workspaces/',
    who: 'instance-admin',
    query: z.object(paged),
    status: 200,
    answer: pageOf(instanceWorkspace),
  },
  listInstancePeople: {
    area: 'instance',
    summary: 'Everybody with an account, by name or address; who came last first',
    method: 'GET',
    path: '/api/instances/users/',
    who: 'instance-admin',
    query: z.object(paged),
    status: 200,
    answer: pageOf(instancePerson),
  },
  updateInstancePerson: {
    area: 'instance',
    summary: 'Deactivate somebody, which ends their sessions, or let them in again',
    method: 'PATCH',
    path: '/api/instances/users/{user_id}/',
    who: 'instance-admin',
    body: z.object({ is_active: z.boolean() }),
    status: 200,
    answer: instancePerson,
  },
  resetInstancePersonFactor: {
    area: 'instance',
    summary:
      'Take app, passkeys and recovery codes from somebody who has lost them, which ends their sessions',
    method: 'POST',
    path: '/api/instances/users/{user_id}/second-factor/reset/',
    who: 'instance-admin',
    status: 200,
    answer: instancePerson,
  },
  listInstanceJobs: {
    area: 'instance',
    summary: 'What waits to be done, and what failed and why',
    method: 'GET',
    path: '/api/instances/jobs/',
    who: 'instance-admin',
    status: 200,
    answer: instanceJobs,
  },
  repeatJob: {
    area: 'instance',
    summary: 'Do a job again that failed, now',
    method: 'POST',
    path: '/api/instances/jobs/{job_id}/repeat/',
    who: 'instance-admin',
    status: 204,
  },
  getInstanceHealth: {
    area: 'instance',
    summary: 'Versions, and how database, Redis, files and readers of the feed are',
    method: 'GET',
    path: '/api/instances/health/',
    who: 'instance-admin',
    status: 200,
    answer: instanceHealth,
  },
  createInstanceWorkspace: {
    area: 'instance',
    summary: 'Create a workspace for oneself, whether or not others may',
    method: 'POST',
    path: '/api/instances/workspaces/',
    who: 'instance-admin',
    body: workspaceBody,
    status: 201,
    answer: workspaceAnswer,
    fails: ['conflict'],
  },
  checkInstanceWorkspaceSlug: {
    area: 'instance',
    summary: 'Whether a slug is free',
    method: 'GET',
    path: '/api/instances/workspace-slug-check/',
    who: 'instance-admin',
    query: workspaceSlugQuery,
    status: 200,
    answer: z.object({ status: z.boolean() }),
  },
})
