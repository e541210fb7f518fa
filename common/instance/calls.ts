import { z } from 'zod'
import { declareCalls } from '../call.ts'
import { id } from '../time.ts'
import { releaseNote } from './schema.ts'

const config = z.object({
  enable_signup: z.boolean(),
  is_workspace_creation_disabled: z.boolean(),
  is_google_enabled: z.boolean(),
  is_github_enabled: z.boolean(),
  is_gitlab_enabled: z.boolean(),
  is_gitea_enabled: z.boolean(),
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
})
