/**
 * One change of the feed. Each committed write to a synced row becomes one change. Versions of a workspace count from 1
 * without gaps, so a client at version N has seen exactly the first N changes. `fields` contains the public row for a
 * create, the changed fields for an update, and nothing for a delete. A user who loses access to a row receives a
 * delete; a user who gains access receives a create.
 */
export interface Change {
  version: number
  entity: string
  id: string
  op: 'create' | 'update' | 'delete'
  fields: Record<string, unknown>
  actor_id: string | null
  /** The client creates one per write and recognises its own changes by it. */
  mutation_id: string | null
}

/**
 * `from` is the previous version of this socket, so that clients notice gaps. `to` is the version after these changes.
 */
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

/**
 * A presence target that a tab is viewing; a tab can have several presence targets. Never stored, and dropped when the socket disconnects
 * or becomes silent.
 */
export interface Presence {
  user_id: string
  /** Id of one browser tab. */
  client_id: string
  /** `project:{id}`, `work_item:{id}` or `page:{id}`. */
  place: string
  /** The row that the user is editing, dragging or commenting on at this presence target. */
  item_id?: string
  doing?: 'editing' | 'dragging' | 'typing'
}

/** A tab enters a presence target, updates its activity, or leaves. */
export type PresenceRequest = Pick<Presence, 'place' | 'item_id' | 'doing'> & { gone?: true }

/** Request header that carries the mutation id of a write. */
export const mutationHeader = 'x-mutation-id'
/** Response header of reads: the rows include all changes up to this version of the workspace. */
export const versionHeader = 'x-workspace-version'
