import type { TokenRequest } from './token-request.ts'

/** One path and method of the token API. */
export interface TokenRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path below `/api/v1`. Parameters have the names that Tandem's own calls use. */
  path: string
  status: 200 | 201 | 204
  /**
   * Returns the JSON of the answer, or a `Response` such as a redirect. With status 204, any other result is ignored.
   */
  answer: (request: TokenRequest) => Promise<unknown>
  /**
   * True if the query parameter `fields` has a special meaning in this route and the route reads it itself. In other
   * routes it selects fields of the answer.
   */
  readsFields?: true
}

type Answer = TokenRoute['answer']

const route =
  (method: TokenRoute['method'], usual: TokenRoute['status']) =>
  (path: string, answer: Answer, status = usual): TokenRoute => ({ method, path, status, answer })

export const get = route('GET', 200)
export const post = route('POST', 201)
export const patch = route('PATCH', 200)
export const remove = route('DELETE', 204)

export const workspacePath = '/workspaces/{slug}'
export const projectPath = `${workspacePath}/projects/{project_id}`

/** The two path segments for work items. Older clients use `issues`. */
export const itemCollections = ['work-items', 'issues'] as const

/**
 * Returns each route twice. The part `{items}` of its path becomes `work-items` in one copy and `issues` in the
 * other.
 */
export function forBothNames(routes: TokenRoute[]): TokenRoute[] {
  return itemCollections.flatMap((name) =>
    routes.map((one) => ({ ...one, path: one.path.replace('{items}', name) })),
  )
}

/** The fields of external ids, which have the same names in Tandem's own API. */
export const externalIdNames = ['external_source', 'external_id']

/** Maps the names of fields in the token API to their names in Tandem's own API. */
export type FieldNames = Record<string, string>

/** Fields in `same` have the same name in Tandem's own API. `renamed` maps the names of the other fields. */
export function fieldNames(same: string[], renamed: FieldNames = {}): FieldNames {
  return { ...Object.fromEntries(same.map((name) => [name, name])), ...renamed }
}

/**
 * Returns the fields of a body with their names in Tandem's own API. Fields that `names` does not contain are ignored, as
 * in the Plane API.
 */
export function renameFields(body: Record<string, unknown>, names: FieldNames): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([sent, own]) => (body[sent] === undefined ? [] : [[own, body[sent]]])),
  )
}
