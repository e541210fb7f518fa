import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Call } from '#common/platform/call.ts'
import { AppError, type FieldErrors } from '#common/platform/errors.ts'

/** Response header with the comma-separated names of unknown fields. */
export const unknownFieldsHeader = 'x-unknown-fields'

/** The unknown fields of a body, which the call does not declare. */
export interface UnknownFields {
  /**
   * Unknown fields that exist on the returned row, but that the call does not change. The values of these
   * fields must match the row, because the client would otherwise believe that it changed the fields.
   */
  ofRow: Record<string, unknown>
  /**
   * Names that do not exist in any schema, at any depth. Clients may send their own fields, so these names
   * are only reported.
   */
  unknown: string[]
}

/**
 * Returns the unknown fields of a body, or null. Throws immediately for fields that the call cannot store.
 */
export function findUnknownFields(call: Call, sent: unknown): UnknownFields | null {
  if (call.body === undefined || call.form || sent === null || typeof sent !== 'object') return null
  const { shape } = call.body
  const entries = Object.entries(sent)
  const others = entries.filter(([name]) => !Object.hasOwn(shape, name))
  const taken = others.length === 0 ? entries : entries.filter(([name]) => Object.hasOwn(shape, name))
  const deeper = taken.flatMap(([name, value]) => undeclaredPaths(shape[name], value, [name]))
  if (others.length === 0 && deeper.length === 0) return null
  const row = call.transactions !== 'own' && call.answer instanceof z.ZodObject ? call.answer.shape : {}
  const refused = others.filter(([name, value]) => call.lacks?.includes(name) && !isBlank(value))
  reject(refused.map(([name]) => [name, 'This field is not supported yet.']))
  const isOfRow = (name: string) => Object.hasOwn(row, name)
  const isOfItem = (path: Path) => Object.hasOwn(call.items?.shape ?? {}, path.at(-1) ?? '')
  // Reject fields that exist on the rows of a bulk call, but that the call does not change. They cannot be compared
  // with the answer later, because the answer of a bulk call does not contain each row.
  reject(
    deeper
      .filter((path) => isOfItem(path) && !setByServer.has(String(path.at(-1))))
      .map((path) => [path.join('.'), unchanged]),
  )
  const undeclared = deeper.filter((path) => !isOfItem(path)).slice(0, maxNames)
  const unknown = others.filter(([name]) => !isOfRow(name) && !call.lacks?.includes(name))
  return {
    ofRow: Object.fromEntries(others.filter(([name]) => isOfRow(name) && !setByServer.has(name))),
    unknown: [
      ...unknown.slice(0, maxNames).map(([name]) => name),
      ...new Set(undeclared.map((path) => path.filter((step) => typeof step === 'string').join('.'))),
    ],
  }
}

/**
 * Returns the undeclared query parameters for the response header. Throws if one of them is not a parameter
 * that clients of the Plane API send with every list. Forms and redirects are exempt, because other programs
 * add parameters to them.
 */
export function findUnknownQueryParams(call: Call, query: Record<string, string>): string[] {
  if (call.form || call.status === 302) return []
  const shape = call.query?.shape ?? {}
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(shape, name))
  const strange = unknown.filter((name) => !sentWithLists.has(name))
  reject(strange.map((name) => [name, 'Unknown parameter.']))
  return unknown
}

/** Query parameters that clients of the Plane API send even with calls that do not read them. */
const sentWithLists = new Set([
  'all',
  'cursor',
  'entity_name',
  'expand',
  'fields',
  'grouped',
  'issues',
  'layout',
  'order_by',
  'per_page',
  'show_empty_groups',
  'track_visit',
  'type',
])

/**
 * Maximum number of names in the header. The header has at most 2,000 characters, and each name takes at
 * least two characters.
 */
const maxNames = 1_000

/** Returns the header value: as many names as fit into the header, then dots. */
export function formatUnknownFieldNames(unknown: readonly string[]): string {
  const names: string[] = []
  let room = 2_000
  for (const one of unknown) {
    const name = encodeURIComponent(one.slice(0, room + 1).toWellFormed())
    room -= name.length + 1
    if (room < 0) return [...names, '...'].join(',')
    names.push(name)
  }
  return names.join(',')
}

type Path = (string | number)[]

/**
 * Returns the paths of undeclared fields below objects with declared fields. Objects with arbitrary fields
 * accept everything.
 */
function undeclaredPaths(schema: unknown, sent: unknown, path: Path): Path[] {
  if (!isObject(sent)) return []
  if (schema instanceof z.ZodPipe) return undeclaredPaths(schema.in, sent, path)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return undeclaredPaths(schema.unwrap(), sent, path)
  if (schema instanceof z.ZodArray && Array.isArray(sent))
    return sent.flatMap((one, at) =>
      isObject(one) ? undeclaredPaths(schema.element, one, [...path, at]) : [],
    )
  if (schema instanceof z.ZodRecord)
    return Object.entries(sent).flatMap(([name, value]) =>
      undeclaredPaths(schema.valueType, value, [...path, name]),
    )
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(sent).flatMap(([name, value]) =>
    Object.hasOwn(schema.shape, name)
      ? undeclaredPaths(schema.shape[name], value, [...path, name])
      : [[...path, name]],
  )
}

function isObject(sent: unknown): sent is object {
  return sent !== null && typeof sent === 'object'
}

/**
 * Throws if the answer contains an unknown field of the request with another value, because the call has not stored
 * the value of the request. The check runs in the transaction, so that the rejection rolls everything back.
 */
export function rejectUnstoredFields({ ofRow }: UnknownFields, answer: unknown): void {
  const differing = Object.entries(ofRow).filter(
    ([name, value]) => !hasSameValue(Reflect.get(Object(answer), name), value),
  )
  reject(differing.map(([name]) => [name, unchanged]))
}

const unchanged = 'This call can’t change this field.'

function reject(problems: [name: string, problem: string][]): void {
  if (problems.length === 0) return
  const fields: FieldErrors = Object.fromEntries(problems.map(([name, problem]) => [name, [problem]]))
  throw new AppError('invalid', 'Please provide valid detail', { fields })
}

/**
 * Fields that the server sets itself. When a client sends back or copies a row, the request contains their
 * old values.
 */
const setByServer = new Set([
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'sequence_id',
  'completed_at',
  'state__group',
  'subscriber_ids',
  'mention_ids',
  'sub_issues_count',
  'link_count',
  'attachment_count',
  'git_state',
  'is_subscribed',
  'is_favorite',
  'order',
  'members',
  'total_members',
  'member_role',
  'next_work_item_sequence',
  'last_login_time',
])

function hasSameValue(row: unknown, sent: unknown): boolean {
  if (isBlank(sent)) return isBlank(row)
  if (Array.isArray(row) && Array.isArray(sent))
    return new Set(row).symmetricDifference(new Set(sent)).size === 0
  if (typeof row === 'string' && typeof sent === 'string' && isMoment(row))
    return Date.parse(row) === Date.parse(sent)
  return isDeepStrictEqual(row, sent)
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function isMoment(text: string): boolean {
  return z.iso.datetime({ offset: true }).safeParse(text).success
}
