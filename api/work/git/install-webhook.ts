import type { GitConnection } from '#common/work/git/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { assertNotAppConnection } from './commands.ts'
import { createForgeWebhook } from './forges/forge-api.ts'
import { loadGitConnection, presentGitConnection } from './queries.ts'

/**
 * Creates the webhook on the forge. The request runs outside of a transaction, because the forge may respond
 * slowly. If the forge refuses the webhook, `last_error` of the response contains the reason.
 */
export async function installGitWebhook(ctx: ProjectContext, id: string): Promise<GitConnection> {
  await ctx.limits.take('outgoing', ctx.user.id)
  const connection = await loadGitConnection(ctx, id)
  assertNotAppConnection(connection)
  const { webhook_url } = await presentGitConnection(ctx, connection)
  const refusal = await createForgeWebhook(ctx, connection, webhook_url)
  return ctx.writing(async (em) => {
    const inner = { ...ctx, em }
    const row = await loadGitConnection(inner, id, { locked: true })
    em.assign(row, { last_error: refusal })
    await em.flush()
    return presentGitConnection(inner, row)
  })
}
