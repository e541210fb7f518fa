import type { Presence } from './changes.ts'

/** Of `/live`. A client may name the one it speaks in `auth.protocol`; whoever names none speaks this. Raised when older clients would go wrong. */
export const liveProtocol = 2

/** The first event on a new connection. */
export interface Hello {
  protocol: number
}

/** Who has come to a place or does something else there, and the client ids of those who have left. */
export interface PresenceChanges {
  changed: Presence[]
  left: string[]
  /** Tabs at the place in all; of a crowd only some are named. */
  count: number
}
