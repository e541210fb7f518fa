import type { EntityManager } from '@mikro-orm/postgresql'
import { documentSchemaVersion } from '#common/documents/content/version.ts'
import type { instanceCalls } from '#common/operation/instance/calls.ts'
import { enabledSignInMethods } from '#common/operation/instance/settings.ts'
import type { BodyOf, ResponseOf } from '#common/platform/call.ts'
import product from '../../../package.json' with { type: 'json' }
import type { Config } from '../../platform/config/config.ts'
import type { Context, UserContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { addAuditEntry } from '../../platform/feed/audit-entry.ts'
import { isMailServerConfigured } from '../../platform/mail/server.ts'

type Answer = ResponseOf<typeof instanceCalls.getInstance>

export async function getInstance(ctx: Context): Promise<Answer> {
  return { config: whatIsOffered(ctx), instance: await whatItIs(ctx) }
}

export async function updateInstance(
  ctx: UserContext,
  { instance_name, is_telemetry_enabled }: BodyOf<typeof instanceCalls.updateInstance>,
): Promise<Answer['instance']> {
  if (instance_name !== undefined) {
    const before = (await whatItIs(ctx)).instance_name
    if (before !== instance_name) {
      addAuditEntry(ctx.em, {
        action: 'instance.settings_changed',
        target: { kind: 'setting', name: 'instance_name' },
        changes: { instance_name: { before, after: instance_name } },
      })
    }
    await query(ctx.em)
      .updateTable('instances')
      .set({ instance_name, updated_at: new Date() })
      .where('id', '=', 1)
      .execute()
  }
  if (is_telemetry_enabled !== undefined) {
    await query(ctx.em)
      .updateTable('instances')
      .set({ is_telemetry_enabled, updated_at: new Date() })
      .where('id', '=', 1)
      .execute()
  }
  return whatItIs(ctx)
}

function whatIsOffered({ config, settings }: Context): Answer['config'] {
  const methods = enabledSignInMethods(settings.get)
  return {
    enable_signup: settings.get('ENABLE_SIGNUP'),
    is_workspace_creation_disabled: settings.get('DISABLE_WORKSPACE_CREATION'),
    is_google_enabled: methods.includes('google'),
    is_github_enabled: methods.includes('github'),
    is_gitlab_enabled: methods.includes('gitlab'),
    is_gitea_enabled: methods.includes('gitea'),
    is_oidc_enabled: methods.includes('oidc'),
    oidc_name: settings.get('OIDC_NAME'),
    is_saml_enabled: methods.includes('saml'),
    saml_name: settings.get('SAML_NAME'),
    is_magic_login_enabled: methods.includes('code'),
    is_email_password_enabled: methods.includes('password'),
    github_app_name: null,
    slack_client_id: null,
    posthog_api_key: null,
    posthog_host: null,
    has_unsplash_configured: settings.get('UNSPLASH_ACCESS_KEY') !== '',
    has_llm_configured: false,
    file_size_limit: settings.get('FILE_SIZE_LIMIT'),
    is_smtp_configured: isMailServerConfigured(config, settings.get),
    admin_base_url: `${config.appUrl}/admin`,
    space_base_url: null,
    app_base_url: config.appUrl,
    instance_changelog_url: null,
    is_self_managed: true,
  }
}

async function whatItIs({ em, config }: { em: EntityManager; config: Config }): Promise<Answer['instance']> {
  const row = await query(em)
    .selectFrom('instances')
    .select(['instance_id', 'instance_name', 'is_setup_done'])
    .select(['is_telemetry_enabled', 'is_signup_screen_visited'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const anyWorkspace = await query(em)
    .selectFrom('workspaces')
    .select('id')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return {
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
    is_telemetry_enabled: row.is_telemetry_enabled,
    is_support_required: false,
    is_activated: true,
    is_setup_done: row.is_setup_done,
    is_signup_screen_visited: row.is_setup_done || row.is_signup_screen_visited,
    is_verified: false,
    is_test: false,
    is_current_version_deprecated: false,
    workspaces_exist: anyWorkspace !== undefined,
    document_schema: documentSchemaVersion,
  }
}
