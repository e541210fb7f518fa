import type { Server, Socket } from 'socket.io'
import type { ApiTokenLimits } from '#common/identity/api-tokens/rules.ts'
import type {
  ChangesMessage,
  Presence,
  PresenceRequest,
  SubscribeRequest,
  SubscribeResponse,
} from '#common/platform/changes.ts'
import type {
  LiveConnectionHello,
  PresenceChanges,
  WorkspacePresence,
  WorkspacePresenceRequest,
} from '#common/platform/live.ts'

interface ClientEvents {
  subscribe(request: SubscribeRequest, answer: (answer: SubscribeResponse) => void): void
  unsubscribe(request: { workspace: string }): void
  presence(request: PresenceRequest): void
  colleagues(request: WorkspacePresenceRequest): void
}

interface ServerEvents {
  hello(hello: LiveConnectionHello): void
  changes(message: ChangesMessage): void
  /** Sent to a client that starts to view a project, page or item. It contains all users who view it now. */
  presence(place: string, people: Presence[], count: number): void
  /**
   * Sent to clients that requested it: the users of the workspace whom the client may see, and the objects
   * that they view. `count` is the number of all these users, because the list is limited.
   */
  colleagues(workspaceId: string, colleagues: WorkspacePresence[], count: number): void
  presence_changes(place: string, changes: PresenceChanges): void
  /** Sent when the user's access has changed, so that rows may have disappeared or been added. */
  access(workspaceId: string): void
  /** Sent when a session of the user has begun or ended. */
  sessions(): void
  /** Sent when there is a new entry in an audit log that the user may be allowed to read. */
  audit(): void
}

/** Subscription of a socket to one workspace. */
export interface Subscription {
  /** Rooms that the server assigned to the socket. Clients never name rooms. */
  rooms: Set<string>
  /** Version of the last change that the socket received, or that was skipped for the socket. */
  version: number
  /** Version up to which the rooms are uncertain, so that no change is sent; 0 if they are certain. */
  unknown_until: number
  /** True if a change was not sent because the rooms were uncertain. */
  has_missed: boolean
}

interface SocketData {
  user_id: string
  is_instance_admin: boolean
  /** Limits of the API token; null for a session. */
  token: ApiTokenLimits | null
  workspaces: Map<string, Subscription>
  /** The workspaces, projects, pages and items that the socket views, for example `page:{id}`. */
  places: Set<string>
}

export type LiveServer = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>
export type LiveSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>
