import type { AnswerOf } from '#common/call.ts'
import { schemaVersion } from '#common/document/version.ts'
import type { instanceCalls } from '#common/instance/calls.ts'
import product from '../../package.json' with { type: 'json' }
import type { Context } from '../context.ts'
import { query } from '../db/orm.ts'

export async function getInstance({
  em,
  config,
}: Context): Promise<AnswerOf<typeof instanceCalls.getInstance>> {
  const row = await query(em)
    .selectFrom('instances')
    .select(['instance_id', 'instance_name', 'is_setup_done'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const anyWorkspace = await query(em)
    .selectFrom('workspaces')
    .select('id')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return {
    config: {
      enable_signup: true,
      is_workspace_creation_disabled: false,
      is_google_enabled: false,
      is_github_enabled: false,
      is_gitlab_enabled: false,
      is_gitea_enabled: false,
      // Without a mail server codes go to the outbox, so they work everywhere.
      is_magic_login_enabled: true,
      is_email_password_enabled: true,
      github_app_name: null,
      slack_client_id: null,
      posthog_api_key: null,
      posthog_host: null,
      has_unsplash_configured: false,
      has_llm_configured: false,
      file_size_limit: config.fileSizeLimit,
      is_smtp_configured: config.smtpUrl !== null,
      admin_base_url: null,
      space_base_url: null,
      app_base_url: config.appUrl,
      instance_changelog_url: null,
      is_self_managed: true,
    },
    instance: {
      id: row.instance_id,
      instance_id: row.instance_id,
      instance_name: row.instance_name,
      whitelist_emails: null,
      current_version: product.version,
      latest_version: null,
      edition: 'community',
      domain: new URL(config.appUrl).host,
      last_checked_at: null,
      namespace: null,
      is_telemetry_enabled: false,
      is_support_required: false,
      is_activated: true,
      is_setup_done: row.is_setup_done,
      is_signup_screen_visited: row.is_setup_done,
      is_verified: false,
      is_test: false,
      is_current_version_deprecated: false,
      workspaces_exist: anyWorkspace !== undefined,
      document_schema: schemaVersion,
    },
  }
}
