import type { Server, Socket } from 'socket.io'
import type {
  ChangesMessage,
  Presence,
  PresenceRequest,
  SubscribeAnswer,
  SubscribeRequest,
} from '#common/changes.ts'

interface ClientEvents {
  subscribe(request: SubscribeRequest, answer: (answer: SubscribeAnswer) => void): void
  unsubscribe(request: { workspace: string }): void
  presence(request: PresenceRequest): void
}

interface ServerEvents {
  changes(message: ChangesMessage): void
  presence(place: string, people: Presence[]): void
  /** The person's reach has changed; what they look at may be gone, or more may be there. */
  reach(workspaceId: string): void
}

/** What a socket hears of one workspace. */
export interface Subscription {
  /** Rooms the server put it in; a client never names one. */
  rooms: Set<string>
  /** The version this socket was last told of. */
  version: number
}

interface SocketData {
  user_id: string
  token: string
  workspaces: Map<string, Subscription>
}

export type LiveServer = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>
export type LiveSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>
