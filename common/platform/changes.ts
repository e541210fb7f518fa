/**
 * The change feed on the wire. Every committed write to a synced row becomes one change; a workspace's changes are numbered
 * from 1 without gaps (`version`), and a client that has applied version N has seen exactly the first N.
 * `fields` holds the whole public row on `create`, the changed public fields on `update`, nothing on `delete`.
 * Who loses access to a row hears of it as `delete`, who gains access as `create`.
 */
export interface Change {
  version: number
  entity: string
  id: string
  op: 'create' | 'update' | 'delete'
  fields: Record<string, unknown>
  actor_id: string | null
  /** Made by the client for each of its writes; it recognises its own changes by it. */
  mutation_id: string | null
}

/** `from` is the version this socket was last told of, so a gap shows itself; `to` is the version it has after applying. */
export interface ChangesMessage {
  workspace: string
  from: number
  to: number
  changes: Change[]
}

export interface SubscribeRequest {
  /** Slug of the workspace. */
  workspace: string
  since?: number
}

export type SubscribeAnswer =
  | { ok: true; workspace_id: string; version: number; changes: Change[] }
  | { ok: true; workspace_id: string; version: number; reload: true }
  | { ok: false; code: string; message: string }

/** Where somebody is looking; a tab can be at several places. Never stored; forgotten when the socket goes or falls silent. */
export interface Presence {
  user_id: string
  /** One browser tab. A person with two tabs has two. */
  client_id: string
  /** `project:{id}`, `work_item:{id}` or `page:{id}`. */
  place: string
  /** A row the person is editing or dragging at that place, or writes a comment on. */
  item_id?: string
  doing?: 'editing' | 'dragging' | 'typing'
}

/** A tab enters a place, says what it does there, or leaves it. */
export type PresenceRequest = Pick<Presence, 'place' | 'item_id' | 'doing'> & { gone?: true }

/** Request header that carries the mutation id of a write. */
export const mutationHeader = 'x-mutation-id'
/** Response header of reads: the rows are at least as new as this version of the workspace. */
export const versionHeader = 'x-workspace-version'
