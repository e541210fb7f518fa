import type { Server, Socket } from 'socket.io'
import type { TokenLimits } from '#common/identity/api-tokens/rules.ts'
import type {
  ChangesMessage,
  Presence,
  PresenceRequest,
  SubscribeAnswer,
  SubscribeRequest,
} from '#common/platform/changes.ts'
import type { Colleague, ColleaguesRequest, Hello, PresenceChanges } from '#common/platform/live.ts'

interface ClientEvents {
  subscribe(request: SubscribeRequest, answer: (answer: SubscribeAnswer) => void): void
  unsubscribe(request: { workspace: string }): void
  presence(request: PresenceRequest): void
  colleagues(request: ColleaguesRequest): void
}

interface ServerEvents {
  hello(hello: Hello): void
  changes(message: ChangesMessage): void
  /** To whoever has come to a place: who is there. */
  presence(place: string, people: Presence[], count: number): void
  /** To whoever asked for it: where everybody is whom they may see there. */
  colleagues(workspaceId: string, colleagues: Colleague[]): void
  presence_changes(place: string, changes: PresenceChanges): void
  /** The person's access has changed; what they look at may be gone, or more may be there. */
  access(workspaceId: string): void
  /** One of the person's sessions has begun or ended. */
  sessions(): void
  /** Something was recorded in a log that the person may read perhaps. */
  audit(): void
}

/** What a socket hears of one workspace. */
export interface Subscription {
  /** Rooms the server put it in; a client never names one. */
  rooms: Set<string>
  /** The version this socket was last told of. */
  version: number
  /** Up to here the rooms are not known, so nothing is heard; 0 when they are. */
  unknown_until: number
  /** Whether something was not heard for that. */
  has_missed: boolean
}

interface SocketData {
  user_id: string
  is_instance_admin: boolean
  /** What it came by allows, where that is less than its person may. */
  token: TokenLimits | null
  workspaces: Map<string, Subscription>
  /** Where it is present. */
  places: Set<string>
}

export type LiveServer = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>
export type LiveSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>
