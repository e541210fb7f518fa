import { AppError } from '#common/platform/errors.ts'

/**
 * Returns true if the database is unreachable, starting, stopping or overloaded, or if the connection broke
 * during a commit. In these cases, the caller can retry later.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof WriteOutcomeUnknown) return true
  // Errors of MikroORM always have the field `code`, but sometimes without a value.
  const code = 'code' in error ? String(error.code ?? '') : ''
  if (passing.has(code) || /^(08|53)...$/.test(code)) return true
  // Errors that the driver detects have no code, so compare the message.
  if (code === '' && driversOwn.test(error.message)) return true
  // For a host with several addresses, Node throws one error that contains an error for each address.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  return false
}

const tookTooLong = '57014'
const tooManyConnections = '53300'

/**
 * Error codes of PostgreSQL and of the operating system for failures that a retry can solve.
 * `isDatabaseUnavailable` also checks for the PostgreSQL error classes 08 (connection) and 53 (resources).
 */
const passing = new Set([
  // PostgreSQL cancelled a statement that took too long, usually while it waited for a lock.
  tookTooLong,
  // The server was stopped, crashed or is starting, or it ended an idle transaction.
  ...['57P01', '57P02', '57P03', '25P03'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN'],
])

const driversOwn =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Connection ended)/

/**
 * Thrown when the connection broke during the commit, so that it is unknown whether the transaction was
 * committed.
 */
export class WriteOutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The connection to the database broke during a commit.', { cause })
  }
}

/**
 * Returns an error with the time after which the client can retry. Returns null if the database is not the
 * cause of the error.
 */
export function databaseUnavailableError(error: unknown): AppError | null {
  if (!isDatabaseUnavailable(error)) return null
  return new AppError('unavailable', sentenceFor(error), { retry_after: databaseRetryAfterSeconds })
}

function sentenceFor(error: unknown): string {
  if (error instanceof WriteOutcomeUnknown)
    return 'The server lost its database while it saved this. It may be saved or not; please look before you try again.'
  return isDatabaseBusy(error)
    ? 'The server is busy at the moment. Please try again.'
    : 'The server cannot reach its database at the moment. Please try again.'
}

/**
 * Returns true if the database is reachable but overloaded: no connection became free in time, the server
 * accepts no more connections, or a statement took too long.
 */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code ?? '') : ''
  return code === tookTooLong || code === tooManyConnections || (code === '' && noneFree.test(error.message))
}

/** Matches the pool's message when no connection became free in time. */
const noneFree = /^timeout exceeded when trying to connect/

/** Seconds after which clients try again. A restart of PostgreSQL takes about as long. */
export const databaseRetryAfterSeconds = 2
