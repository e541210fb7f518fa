import type { Call } from '#common/platform/call.ts'
import type { ApiClient } from '../api-client.ts'
import type { TestServer } from '../server.ts'
import type { Side } from './side.ts'

/** A feature adds this to the world of the tests that are generated from declared calls. A new entity adds one file to `parts/`. */
export interface WorldPart {
  /** Parts whose rows this one refers to. They are made first. */
  after?: string[]
  inWorkspace?(at: WorkspaceMaking): Promise<Partial<Side>>
  inProject?(at: ProjectMaking): Promise<Partial<Side>>
  ofPerson?: OwnRows
  /** The values of path parameters, by place (see `placeOf`). */
  places?(side: Side, call: Call): Values
  /** Places that mean something else in this call. */
  placesOfCall?(side: Side, call: Call): Values
  /** The values of fields of queries and bodies, by name. */
  fields?(side: Side): Values
  /** Fields that mean something else in this call. */
  fieldsOfCall?(side: Side, call: Call): Values
  /** Fields that this call takes together with others only. */
  needed?(call: Call): string[]
  /** Path parameters that name something inside a project. Without access to the project, the answer is "not found". */
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
  /** Everything that was made so far. */
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

/** Rows that each person has one of. A call finds them instead of those of the side. */
interface OwnRows {
  /** Everybody who is signed in, or everybody in the workspace. */
  who: 'signed-in' | 'colleagues'
  /** Other sides keep their own. */
  inAcmeAlone?: true
  /** The calls that find them, all without it. */
  isFor?(call: Call): boolean
  make(at: { server: TestServer; acme: Side; person: ApiClient }): Promise<Partial<Side>>
}

/** A row that somebody made, and where its maker is stored. */
export interface MadeRow {
  table: string
  column: string
  /** The column by which the table knows it, `id` for most. */
  key?: string
  id: keyof Side
  /** Guests (or all others) do not find other people's rows, even when the project shows everything to guests. */
  hiddenFrom?: 'guests' | 'everybody'
  /** Guests do not find their own either. */
  isHiddenEvenOwn?: true
  /** Everybody in the workspace, or in the project that it belongs to, sees it. */
  isSeenByAll?: true
  /** SQL that makes it a row that can be its maker's own, where only one kind is. */
  ownWhere?: string
}
