import type { Context as HonoContext } from 'hono'
import { expectedUserHeader } from '#common/identity/sign-in/expected-user.ts'
import type { Call } from '#common/platform/call.ts'
import { AppError } from '#common/platform/errors.ts'
import { isId } from '#common/platform/ids.ts'
import type { Context, WorkspaceContext } from '../../platform/context/context.ts'
import { defineEvent, emitEvent } from '../../platform/db/events.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { readRequestCredential } from '../../platform/http/limits.ts'

interface ReadVisit {
  ctx: WorkspaceContext
  entity_name: NonNullable<Call['visit']>
  entity_identifier: string
}

/**
 * Emitted when a user has read a work item, a page or a project with a client that does not record visits.
 */
export const apiVisitRecorded = defineEvent<ReadVisit>('requests.read-visit-recorded')

/**
 * Records after the response that the user read the row, at most once a minute for each row. Skips requests
 * with `expectedUserHeader`: Tandem's own client also loads rows that the user does not look at, so it calls
 * `recordVisit` instead. Skips requests with an API token, because programs do not visit rows.
 */
export function recordApiVisit(
  c: HonoContext<HttpEnv>,
  call: Call,
  ctx: Context | WorkspaceContext,
  answer: unknown,
): void {
  const { visit } = call
  if (visit === undefined || !('workspace' in ctx) || !isVisitor(c)) return
  const id = visit === 'project' ? c.req.param('project_id') : Reflect.get(Object(answer), 'id')
  if (typeof id !== 'string' || !isId(id)) return
  ctx.afterCommit(async () => {
    if (!(await ctx.limits.tryTake('visit', `${ctx.user.id}:${id}`))) return
    await ctx
      .writing((em) =>
        emitEvent(em, apiVisitRecorded, { ctx: { ...ctx, em }, entity_name: visit, entity_identifier: id }),
      )
      .catch((error: unknown) => {
        // Ignore access errors: since the response, the user may have lost access, or the row may have been
        // deleted.
        if (!(error instanceof AppError)) throw error
      })
  })
}

function isVisitor(c: HonoContext<HttpEnv>): boolean {
  const isOurClient = c.env.incoming.headers[expectedUserHeader] !== undefined
  return (
    !isOurClient && readRequestCredential(c)?.kind === 'session' && c.req.query('track_visit') !== 'false'
  )
}
