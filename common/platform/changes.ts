/**
 * One change of the feed. Each committed write to a synced row becomes one change. Versions of a workspace
 * count from 1 without gaps, so a client at version N has seen exactly the first N changes. `fields` contains
 * the public row for a create, the changed fields for an update, and nothing for a delete. A user who loses
 * access to a row receives a delete; a user who gains access receives a create.
 */
export interface Change {
  version: number
  entity: string
  id: string
  op: 'create' | 'update' | 'delete'
  fields: Record<string, unknown>
  actor_id: string | null
  /** Id that the client creates for each write. It lets the client recognize the changes of its own writes. */
  mutation_id: string | null
}

/**
 * Message with the changes that a socket receives. `from` is the previous version of this socket, so that
 * clients notice gaps. `to` is the version after these changes.
 */
export interface ChangesMessage {
  workspace: string
  from: number
  to: number
  changes: Change[]
}

export interface SubscribeRequest {
  /** Slug of the workspace to subscribe to. */
  workspace: string
  since?: number
}

export type SubscribeResponse =
  | { ok: true; workspace_id: string; version: number; changes: Change[] }
  | { ok: true; workspace_id: string; version: number; reload: true }
  | { ok: false; code: string; message: string }

/**
 * The presence of a browser tab that is viewing a workspace, project, page or work item. A tab can view several of them.
 * Presences are never stored. They are removed when the socket disconnects or stops sending messages.
 */
export interface Presence {
  user_id: string
  /** Id of a browser tab. */
  client_id: string
  /** The viewed object: `workspace:{id}`, `project:{id}`, `work_item:{id}` or `page:{id}`. */
  place: string
  /** Id of the row that the user is editing, dragging or commenting on while viewing this object. */
  item_id?: string
  doing?: 'editing' | 'dragging' | 'typing'
}

/**
 * Message of a browser tab that starts to view an object, reports what the user is doing there, or stops
 * viewing it.
 */
export type PresenceRequest = Pick<Presence, 'place' | 'item_id' | 'doing'> & { gone?: true }

/** Name of the request header with the mutation id of a write. */
export const mutationHeader = 'x-mutation-id'
/**
 * Name of the response header with the version of the workspace. The rows in the response contain all changes up to
 * this version.
 */
export const versionHeader = 'x-workspace-version'
