import type { Call } from '#common/platform/call.ts'
import type { ApiClient } from '../api-client.ts'
import type { TestServer } from '../server.ts'
import type { TestRowIds } from './side.ts'

/**
 * The rows that one feature adds to the test data of the generated tests. To test a new entity, add a file to
 * `parts/`.
 */
export interface FeatureFixture {
  /** The features whose rows must be created before the rows of this feature, by the names of their files. */
  after?: string[]
  inWorkspace?(at: WorkspaceFixtureContext): Promise<Partial<TestRowIds>>
  inProject?(at: ProjectFixtureContext): Promise<Partial<TestRowIds>>
  ofPerson?: OwnRows
  /** Returns the values of path parameters. The keys are the names that `placeOf` gives to the parameters. */
  places?(side: TestRowIds, call: Call): Values
  /** Returns the values of path parameters that have another value in this call than in other calls. */
  placesOfCall?(side: TestRowIds, call: Call): Values
  /** Returns the values of query and body fields, by name. */
  fields?(side: TestRowIds): Values
  /** Returns the values of body and query fields that have another value in this call than in other calls. */
  fieldsOfCall?(side: TestRowIds, call: Call): Values
  /**
   * Returns the names of body fields that are optional in the schema, but without which the server rejects the
   * call.
   */
  needed?(call: Call): string[]
  /**
   * Names of path parameters that address a row inside a project. For a person without access to the project,
   * the server must answer "not found".
   */
  insideProject?: string[]
  /**
   * Names of path parameters that address a row of a project. If the path contains no project, the row
   * belongs to the workspace itself.
   */
  ofWorkspace?: string[]
  madeRows?: Record<string, CreatorColumn>
}

type Values = Record<string, string | undefined>

interface Making {
  server: TestServer
  /** Admin of the workspace. */
  admin: ApiClient
  /** The ids of all rows created so far, by field name. */
  side: TestRowIds
  sql(statement: string, values: unknown[]): Promise<unknown>
}

export interface WorkspaceFixtureContext extends Making {
  params: { slug: string }
  maker: ApiClient
}

export interface ProjectFixtureContext extends Making {
  params: { slug: string; project_id: string }
}

/**
 * Rows that exist once for each person, such as a running timer. Calls use the caller's row instead of the
 * row in `TestRowIds`.
 */
interface OwnRows {
  /**
   * The people for whom `make` creates the rows. `signed-in` means every signed-in person, and `colleagues` means
   * every member of the workspace Acme.
   */
  who: 'signed-in' | 'colleagues'
  /**
   * True if the call changes the caller's row only in the workspace Acme. In another workspace, the same
   * call changes a row of that workspace.
   */
  inAcmeAlone?: true
  /** Returns true if the call uses these rows. Without this function, every call uses them. */
  isFor?(call: Call): boolean
  make(at: { server: TestServer; acme: TestRowIds; person: ApiClient }): Promise<Partial<TestRowIds>>
}

/** A table whose rows have a creator, and the column that contains the creator. */
export interface CreatorColumn {
  table: string
  column: string
  /** The column of the table that contains the id. The default is `id`. */
  key?: string
  id: keyof TestRowIds
  /** The people who get "not found" for rows of other people, even if the project shows everything to guests. */
  hiddenFrom?: 'guests' | 'everybody'
  /** True if a guest gets "not found" even for a row that the guest created. */
  isHiddenEvenOwn?: true
  /** True if the row is visible to everybody in its project or, without a project, in its workspace. */
  isSeenByAll?: true
  /**
   * SQL assignments for tables in which only some kinds of rows have an owner. They change a row to a kind that has an
   * owner.
   */
  ownWhere?: string
}
