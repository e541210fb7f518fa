import type { TokenRequest } from './token-request.ts'

/** One path and method of the token API. */
export interface TokenRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path below `/api/v1`. Parameters have the names that Tandem's own calls use. */
  path: string
  status: 200 | 201 | 204
  /** Returns the answer, or a finished response such as a redirect. With status 204, nothing is returned. */
  answer: (request: TokenRequest) => Promise<unknown>
  /** True if the route reads the parameter `fields` itself, because it does not name fields of the answer. */
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

/** The two names of the collection of work items in paths. Older clients use `issues`. */
export const itemCollections = ['work-items', 'issues'] as const

/** Returns the routes for both names of the collection of work items. The routes contain `{items}` instead of the name. */
export function forBothNames(routes: TokenRoute[]): TokenRoute[] {
  return itemCollections.flatMap((name) =>
    routes.map((one) => ({ ...one, path: one.path.replace('{items}', name) })),
  )
}

/** Names of the fields that a call accepts, with the names of these fields in Tandem's own API. */
export type FieldNames = Record<string, string>

/** `same` have the same name in Tandem's own API; `renamed` have another one. */
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
