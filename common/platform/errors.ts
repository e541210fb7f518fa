/**
 * Error codes of calls. Only `api/platform/http/send-error-response.ts` maps a code to an HTTP status, and only the client
 * maps it to a message.
 */
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

/** Error messages by field name. */
export type FieldErrors = Record<string, string[]>

export interface ErrorDetails {
  fields?: FieldErrors
  /** Id of the existing row with which the request conflicts. */
  id?: string
  /** Number and name of the error, for example 5021 and PASSWORD_TOO_WEAK. Clients of Plane check them. */
  error_code?: number
  error_message?: string
  /** Seconds after which the client may try again. */
  retry_after?: number
  /**
   * The current text of the document. It is set if the `If-Match` header of the request does not match this
   * text.
   */
  current?: { etag: string; description_html: string }
  /** The SMTP conversation before the failure. Set if a test email failed. */
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

/** Returns a validation error of one field, which a form shows at that field. */
export function invalid(field: string, message: string): AppError {
  return new AppError('invalid', message, { fields: { [field]: [message] } })
}
