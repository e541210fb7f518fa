import type { ErrorCode, FieldErrors } from '#common/platform/errors.ts'
import type { ApiFailure } from './own-api.ts'

/** A failed request to the token API, with the status and body that clients of the Plane API expect. */
export class TokenApiError extends Error {
  readonly status: number
  readonly body: object
  readonly retryAfter: string | null
  /** The error code of the call of Tandem's own API that failed, or null if no such call failed. */
  readonly code: ErrorCode | null

  constructor(
    status: number,
    body: object,
    { code = null, retryAfter = null }: { code?: ErrorCode | null; retryAfter?: string | null } = {},
  ) {
    super(`The token API answers ${status}.`)
    this.name = 'TokenApiError'
    this.status = status
    this.body = body
    this.code = code
    this.retryAfter = retryAfter
  }

  /** Converts the error of a call of Tandem's own API. */
  static fromOwnCall(response: Response, failure: ApiFailure): TokenApiError {
    return new TokenApiError(...statusAndBody(response, failure), {
      code: failure.code,
      retryAfter: response.headers.get('retry-after'),
    })
  }
}

export const pageNotFound = { error: 'Page not found.' }
export const rowNotFound = { error: 'The requested resource does not exist.' }
export const missingToken = { detail: 'Authentication credentials were not provided.' }
export const invalidToken = { detail: 'Given API token is not valid' }
export const rateLimited = { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' }

function statusAndBody(response: Response, { code, error, fields = {}, id }: ApiFailure): [number, object] {
  switch (code) {
    // The request has a token, otherwise it would have been rejected before the call. So the token is invalid.
    case 'unauthenticated':
      return [403, invalidToken]
    case 'forbidden':
      return [403, { detail: 'You do not have permission to perform this action.', error }]
    case 'not_found':
      return [404, rowNotFound]
    case 'rate_limited':
      return [429, rateLimited]
    case 'invalid':
      return [400, Object.keys(fields).length > 0 ? renamedFields(fields) : { error }]
    default:
      return [response.status, { error, ...(id !== undefined && { id }) }]
  }
}

/** Names of fields in the token API that differ from the names in Tandem's own API. */
const nameInTokenApi: Record<string, string> = {
  state_id: 'state',
  parent_id: 'parent',
  assignee_ids: 'assignees',
  label_ids: 'labels',
  lead_id: 'lead',
  member_ids: 'members',
  inbox_view: 'intake_view',
  'original.created_at': 'created_at',
  'original.created_by': 'created_by',
}

function renamedFields(fields: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([name, messages]) => [nameInTokenApi[name] ?? name, messages]),
  )
}
