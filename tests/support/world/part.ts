import type { Call } from '#common/platform/call.ts'
import type { ApiClient } from '../api-client.ts'
import type { TestServer } from '../server.ts'
import type { Side } from './side.ts'

/**
 * The rows that a feature adds to the test world of generated tests. A new entity adds one file to `parts/`.
 */
export interface WorldPart {
  /** The parts to whose rows this part refers. They are created first. */
  after?: string[]
  inWorkspace?(at: WorkspaceMaking): Promise<Partial<Side>>
  inProject?(at: ProjectMaking): Promise<Partial<Side>>
  ofPerson?: OwnRows
  /** Returns the values of path parameters, by place (see `placeOf`). */
  places?(side: Side, call: Call): Values
  /** Returns the values of path parameters that differ in this call. */
  placesOfCall?(side: Side, call: Call): Values
  /** Returns the values of query and body fields, by name. */
  fields?(side: Side): Values
  /** Returns the values of fields that differ in this call. */
  fieldsOfCall?(side: Side, call: Call): Values
  /** Optional fields that this call requires together with others. */
  needed?(call: Call): string[]
  /**
   * Path parameters that name something inside a project. Without access to the project, the answer is "not
   * found".
   */
  insideProject?: string[]
  /** Path parameters that name a row of a project or, without a project in the path, of the workspace itself. */
  ofWorkspace?: string[]
  madeRows?: Record<string, MadeRow>
}

type Values = Record<string, string | undefined>

interface Making {
  server: TestServer
  /** Admin of the workspace. */
  admin: ApiClient
  /** The fields of all rows created so far. */
  side: Side
  sql(statement: string, values: unknown[]): Promise<unknown>
}

export interface WorkspaceMaking extends Making {
  params: { slug: string }
  maker: ApiClient
}

export interface ProjectMaking extends Making {
  params: { slug: string; project_id: string }
}

/** Rows of which each person has one. A call addresses the caller's row instead of the row of the side. */
interface OwnRows {
  /** The people who have such a row: every signed-in person, or every member of the workspace. */
  who: 'signed-in' | 'colleagues'
  /**
   * True if only calls to the workspace Acme address the caller's row. Calls to other workspaces address the
   * rows of those workspaces.
   */
  inAcmeAlone?: true
  /** The calls that use these rows. All calls by default. */
  isFor?(call: Call): boolean
  make(at: { server: TestServer; acme: Side; person: ApiClient }): Promise<Partial<Side>>
}

/** A row with a creator, and the column that contains the creator. */
export interface MadeRow {
  table: string
  column: string
  /** The column of the table that contains the id. The default is `id`. */
  key?: string
  id: keyof Side
  /**
   * The people who do not find the rows of others, even if the project shows everything to guests: guests, or
   * everybody.
   */
  hiddenFrom?: 'guests' | 'everybody'
  /** True if guests do not find even their own rows. */
  isHiddenEvenOwn?: true
  /** True if everybody in the workspace, or in the row's project, sees the row. */
  isSeenByAll?: true
  /** If only one kind of row can belong to its creator, this SQL changes the row to that kind. */
  ownWhere?: string
}
