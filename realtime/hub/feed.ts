import type { Deps } from '#api/platform/context/deps.ts'
import { getLatestChangeVersion } from '#api/platform/feed/latest-change-version.ts'
import { onFeedChanged } from '#api/platform/feed/wake.ts'
import type { SubscribeResponse } from '#common/platform/changes.ts'
import {
  affectsAccessOfUser,
  type ChangeWithAudience,
  getChangeDeliveryCode,
  selectChangesForReceiver,
} from './addressed-change.ts'
import { findRoomsOfUser } from './rooms.ts'
import { WorkspaceStream } from './stream.ts'
import type { LiveServer, LiveSocket } from './types.ts'

export interface HubFeed {
  /**
   * Subscribes a socket to a workspace. `answer` is called once, in the same turn of the event loop in which
   * the socket starts to receive changes. Returns false if the user has no access.
   */
  join(
    socket: LiveSocket,
    workspaceId: string,
    since: number | undefined,
    answer: (answer: SubscribeResponse) => void,
  ): Promise<boolean>
  leave(socket: LiveSocket, workspaceId: string): void
  /** Ends a user's access to a workspace for a reason that is not in the workspace's change feed. */
  revokeAccess(workspaceId: string, person: string): void
  close(): void
}

/**
 * Reads the change feed in order of version, once per process and workspace. Each socket gets the changes
 * that its user may see.
 */
export function createFeed(
  io: LiveServer,
  deps: Deps,
  onAccessChanged: (socket: LiveSocket) => void,
): HubFeed {
  const streams = new Map<string, WorkspaceStream>()
  const parts = { io, deps, onAccessChanged, onEmpty: ({ id }: WorkspaceStream) => void streams.delete(id) }
  const close = onFeedChanged(deps.bus, {
    onWake: (workspaceId) => void streams.get(workspaceId)?.pump(),
    onPoll() {
      for (const stream of streams.values()) void stream.pump()
    },
  })

  /**
   * Returns the stream of the workspace. The socket is registered before it receives anything, so that the
   * stream is not closed while the socket subscribes.
   */
  async function open(workspaceId: string, socket: LiveSocket): Promise<WorkspaceStream> {
    const version = await getLatestChangeVersion(deps.orm.em.fork(), workspaceId)
    const stream = streams.get(workspaceId) ?? new WorkspaceStream(workspaceId, version, parts)
    streams.set(workspaceId, stream)
    stream.sockets.add(socket)
    return stream
  }

  const join: HubFeed['join'] = async (socket, workspaceId, since, answer) => {
    const person = socket.data.user_id
    const stream = await open(workspaceId, socket)
    /** Changes that the stream reads while the rooms and the missed changes are queried. */
    let readMeanwhile: ChangeWithAudience[] = []
    try {
      await stream.pump()
      let state: JoinState | null
      do {
        stream.joining.delete(readMeanwhile)
        readMeanwhile = []
        stream.joining.add(readMeanwhile)
        state = await lookUp(deps, stream, person, since)
        if (state === null) return false
      } while (readMeanwhile.some(({ change }) => affectsAccessOfUser(change, person)))
      // Start again if a change of access has removed the socket while its rooms were computed.
      if (!stream.sockets.has(socket)) return await join(socket, workspaceId, since, answer)
      // Do not use `await` between here and the answer, so that the socket receives each later change exactly
      // once.
      if (socket.connected) startDelivery(socket, stream, state.rooms)
      const missed = state.missed && since !== undefined ? [...state.missed, ...readMeanwhile] : state.missed
      answer(answerOf(stream, missed, state.rooms, person))
      return true
    } finally {
      stream.joining.delete(readMeanwhile)
      if (!socket.data.workspaces.has(workspaceId)) stream.drop(socket)
    }
  }

  return {
    join,
    leave(socket, workspaceId) {
      streams.get(workspaceId)?.drop(socket)
    },
    revokeAccess(workspaceId, person) {
      streams.get(workspaceId)?.revokeAccess(person)
    },
    close,
  }
}

interface JoinState {
  rooms: Set<string>
  /** The changes that the client has missed; null if there are too many. */
  missed: ChangeWithAudience[] | null
}

/** Returns a user's rooms and missed changes. Returns null if the user has no access. */
async function lookUp(
  deps: Deps,
  stream: WorkspaceStream,
  person: string,
  since: number | undefined,
): Promise<JoinState | null> {
  const { version } = stream
  const rooms = await findRoomsOfUser(deps.orm, person, stream.id)
  if (rooms === null) return null
  // Read all changes up to now before the rooms are used, because the rooms may already include the effect of these
  // changes.
  await stream.catchUp(await getLatestChangeVersion(deps.orm.em.fork(), stream.id))
  return { rooms, missed: since === undefined ? [] : await stream.missedSince(person, since, version) }
}

function startDelivery(socket: LiveSocket, { id, version }: WorkspaceStream, rooms: Set<string>): void {
  socket.data.workspaces.set(id, { rooms, version, unknown_until: 0, has_missed: false })
}

/**
 * Returns the answer to a subscription. `missed` is null if the client missed too many changes; the client
 * then reloads. It also reloads if its access changed, because older changes must not be checked against new
 * rooms.
 */
function answerOf(
  { id, version }: { id: string; version: number },
  missed: ChangeWithAudience[] | null,
  rooms: Set<string>,
  person: string,
): SubscribeResponse {
  if (missed === null || missed.some(({ change }) => affectsAccessOfUser(change, person)))
    return { ok: true, workspace_id: id, version, reload: true }
  const mask = missed.map((one) => getChangeDeliveryCode(one, rooms)).join('')
  return { ok: true, workspace_id: id, version, changes: selectChangesForReceiver(missed, mask) }
}
