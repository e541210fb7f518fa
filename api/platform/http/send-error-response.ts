import type { Context } from 'hono'
import { bestLanguage, parseAcceptLanguage } from '#common/locales/languages.ts'
import { AppError, type ErrorCode } from '#common/platform/errors.ts'
import { databaseUnavailableError, isDatabaseBusy } from '../db/database-unavailable.ts'
import type { HttpEnv } from './env.ts'
import { renderErrorPage } from './error-page.ts'
import { redirectToFormWithError } from './redirect-to-form-with-error.ts'

const statuses = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  uri_too_long: 414,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>

/**
 * Answers with an error in the form `{code, error, fields?, current?, dialogue?, request_id}`. Clients of the
 * Plane API read the field errors at the top level, and `detail` or `error_code`, so the answer contains
 * these too.
 */
export async function sendErrorResponse(error: unknown, c: Context<HttpEnv>): Promise<Response> {
  const known = error instanceof AppError ? error : fromDatabase(error)
  const log = c.get('log')
  if (known.code === 'unavailable' && known !== error)
    log?.warn({ err: error }, isDatabaseBusy(error) ? 'the database is busy' : 'the database is away')
  if (known.code === 'internal') log?.error({ err: error }, 'request failed')
  const { error_code, error_message, retry_after, ...optional } = known.details
  const { fields, current } = optional
  if (retry_after !== undefined) c.header('Retry-After', String(retry_after))
  if (current !== undefined) c.header('ETag', current.etag)
  if (isPageRequest(c)) {
    const back = known.code === 'rate_limited' ? await redirectToFormWithError(c, known) : null
    return back ?? c.html(renderErrorPage(wordsOf(known), languageOfBrowser(c)), statuses[known.code])
  }
  return c.json(
    {
      ...fields,
      ...(known.code === 'unauthenticated' && { detail: known.message }),
      ...(error_code !== undefined && { error_code, error_message }),
      code: known.code,
      error: known.message,
      ...optional,
      request_id: c.get('request_id') ?? '',
    },
    statuses[known.code],
  )
}

const formTooLarge =
  'The request is larger than this server accepts. Go back and try again. If it happens again, contact an instance admin.'

function wordsOf({ code, message }: AppError): string {
  return code === 'too_large' ? formTooLarge : message
}

/** Returns the language of the browser, because the request may have failed before the user was known. */
function languageOfBrowser(c: Context<HttpEnv>): string {
  return bestLanguage(parseAcceptLanguage(c.req.header('accept-language') ?? ''))
}

/**
 * Returns true for a form that a browser submitted, and for an address that it opened, for example because another
 * server redirected it. Both get an HTML page, because the user would otherwise see JSON.
 */
function isPageRequest(c: Context<HttpEnv>): boolean {
  const isNavigation = c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate'
  const isForm =
    isNavigation || (c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false)
  const wantsPage =
    c.req.header('accept')?.includes('text/html') || c.req.header('sec-fetch-dest') === 'document'
  return isForm && wantsPage
}

/**
 * Converts an error of the database to an error of the API. Database constraints prevent conflicts that the checks of
 * a command cannot detect, for example when two users create the same row at the same moment. Any other error becomes
 * `internal`.
 */
function fromDatabase(error: unknown): AppError {
  const away = databaseUnavailableError(error)
  if (away !== null) return away
  const code = error !== null && typeof error === 'object' && 'code' in error ? String(error.code) : ''
  if (code === '23505') return new AppError('conflict', 'The payload is not valid')
  if (code === '23503' || code === '23514' || code === '23502')
    return new AppError('invalid', 'The payload is not valid')
  if (code === '22P02' || code === '22021' || code === '22003' || code === '22007' || code === '22008') {
    return new AppError('invalid', 'Please provide valid detail')
  }
  return new AppError('internal', 'Something went wrong please try again later')
}
