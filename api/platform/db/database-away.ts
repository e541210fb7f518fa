import { AppError } from '#common/platform/errors.ts'

/**
 * Whether an error says that the database cannot be reached, is starting, stopping or overloaded: nothing about the call is wrong, and
 * the same call succeeds later.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof UnknownOutcome) return true
  // MikroORM's own errors have the field whether or not there is a code.
  const code = 'code' in error ? String(error.code ?? '') : ''
  if (passing.has(code) || /^(08|53)...$/.test(code)) return true
  // The driver has no codes for what it notices itself.
  if (code === '' && driversOwn.test(error.message)) return true
  // A host with several addresses fails by each.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  return false
}

const tookTooLong = '57014'
const tooManyConnections = '53300'

/** PostgreSQL's codes and the system's; of PostgreSQL's, the classes 08 (connection) and 53 (resources) belong here as a whole. */
const passing = new Set([
  // A statement that was ended because it took too long, mostly by waiting for a lock.
  tookTooLong,
  // Stopped by an admin, by a crash, by its own start; an idle transaction ended.
  ...['57P01', '57P02', '57P03', '25P03'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN'],
])

const driversOwn =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Connection ended)/

/** The connection broke between the order to commit and its answer: both are possible. */
export class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super('The connection to the database broke during a commit.', { cause })
  }
}

/** Null for any other error. */
export function databaseAway(error: unknown): AppError | null {
  if (!isDatabaseAway(error)) return null
  return new AppError('unavailable', sentenceFor(error), { retry_after: retryAfter })
}

function sentenceFor(error: unknown): string {
  if (error instanceof UnknownOutcome)
    return 'The server lost its database while it saved this. It may be saved or not; please look before you try again.'
  return isDatabaseBusy(error)
    ? 'The server is busy at the moment. Please try again.'
    : 'The server cannot reach its database at the moment. Please try again.'
}

/** True when the database is there and has too much to do: no connection became free in time, or a statement took too long. */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code ?? '') : ''
  return code === tookTooLong || code === tooManyConnections || (code === '' && noneFree.test(error.message))
}

/** The pool's own message when none of its connections became free in time. */
const noneFree = /^timeout exceeded when trying to connect/

/** Seconds; as long as PostgreSQL takes to stop and to start. */
export const retryAfter = 2
