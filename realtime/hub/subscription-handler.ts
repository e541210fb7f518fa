import { findWorkspace } from '#api/access/access.ts'
import type { FairQueue } from '#api/platform/concurrency/fair-queue.ts'
import type { Deps } from '#api/platform/context/deps.ts'
import { databaseUnavailableError } from '#api/platform/db/database-unavailable.ts'
import { canTokenAccessWorkspace } from '#common/identity/api-tokens/rules.ts'
import type { SubscribeRequest, SubscribeResponse } from '#common/platform/changes.ts'
import type { HubFeed } from './feed.ts'
import { tooManyRequestsMessage } from './sockets.ts'
import type { LiveSocket } from './types.ts'

/** Maximum number of workspaces per socket. A tab needs one; integrations may need more. */
const workspacesPerSocket = 20

/** Returns a function that handles `subscribe` and `unsubscribe` events of a socket. */
export function createSubscriptionHandler(deps: Deps, queue: FairQueue, feed: HubFeed) {
  async function subscribe(
    socket: LiveSocket,
    request: SubscribeRequest,
    answer: (answer: SubscribeResponse) => void,
  ): Promise<void> {
    if (!socket.connected) return
    try {
      const { workspaces } = socket.data
      const workspace = await followable(socket, request.workspace)
      if (workspace !== null && !workspaces.has(workspace.id) && workspaces.size >= workspacesPerSocket)
        return answer(
          refusal('invalid', `A socket can subscribe to at most ${workspacesPerSocket} workspaces.`),
        )
      const joined = workspace !== null && (await feed.join(socket, workspace.id, request.since, answer))
      if (!joined) answer(refusal('not_found', 'The required object does not exist.'))
    } catch (error) {
      deps.log.error({ err: error }, 'subscribe failed')
      const away = databaseUnavailableError(error)
      if (away !== null) return answer(refusal(away.code, away.message))
      answer(refusal('internal', 'Something went wrong please try again later'))
    }
  }

  async function followable({ data: { user_id, token } }: LiveSocket, slug: string) {
    const workspace = await findWorkspace(deps.orm.em.fork(), user_id, { slug })
    return workspace !== null && canTokenAccessWorkspace(token, workspace.id) ? workspace : null
  }

  /**
   * Handles requests to subscribe one after the other. At most one request waits; additional requests are
   * rejected.
   */
  return (socket: LiveSocket): void => {
    let last: Promise<void> = Promise.resolve()
    let pending = 0
    socket.on('subscribe', (request, answer) => {
      if (typeof answer !== 'function') return
      if (!isSubscribeRequest(request)) return answer(refusal('invalid', 'A workspace is required.'))
      if (pending === 2) return answer(refusal('rate_limited', tooManyRequestsMessage))
      pending++
      last = last
        .then(() => queue.pass(socket.data.user_id, () => subscribe(socket, request, answer)))
        .finally(() => {
          pending--
        })
    })
    socket.on('unsubscribe', (request) => {
      const workspaceId: unknown = request?.workspace
      if (typeof workspaceId === 'string') last = last.then(() => feed.leave(socket, workspaceId))
    })
  }
}

/** Checks the type of a request, because a client may have sent any value. */
function isSubscribeRequest(request: unknown): request is SubscribeRequest {
  if (typeof request !== 'object' || request === null) return false
  const { workspace, since }: { workspace?: unknown; since?: unknown } = request
  return isSlug(workspace) && (since === undefined || (Number.isSafeInteger(since) && Number(since) >= 0))
}

/**
 * Returns true if the value can be a slug: a short text without control characters and lone surrogates, some
 * of which PostgreSQL rejects.
 */
function isSlug(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 255 && !/[\p{Cc}\p{Cs}]/u.test(value)
}

function refusal(code: string, message: string): SubscribeResponse {
  return { ok: false, code, message }
}
