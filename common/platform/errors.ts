/** What can go wrong with a call. `api/platform/http/errors.ts` alone turns a code into a status, the client alone into words. */
export const errorCodes = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'uri_too_long',
  'rate_limited',
  'unavailable',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Field name → what is wrong with it, in sentences. */
export type FieldErrors = Record<string, string[]>

export interface ErrorDetails {
  fields?: FieldErrors
  /** The number and name that clients of the reference product branch on, for example 5021 and PASSWORD_TOO_WEAK. */
  error_code?: number
  error_message?: string
  /** Seconds after which a refused call may be tried again. */
  retry_after?: number
  /** The text as it is, where it was not the one that `If-Match` names. */
  current?: { etag: string; description_html: string }
  /** What was said to a mail server before it failed. */
  dialogue?: { from: 'client' | 'server' | 'note'; text: string }[]
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

export function notFound(message = 'The required object does not exist.'): AppError {
  return new AppError('not_found', message)
}

export function forbidden(message = "You don't have the required permissions."): AppError {
  return new AppError('forbidden', message)
}

/** A value that breaks a rule; the message stands at the field, so that a form can show it where it belongs. */
export function invalid(field: string, message: string): AppError {
  return new AppError('invalid', message, { fields: { [field]: [message] } })
}
