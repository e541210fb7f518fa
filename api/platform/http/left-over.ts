import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Call } from '#common/platform/call.ts'
import { AppError, type FieldErrors } from '#common/platform/errors.ts'

/** Names the fields of a body that mean nothing to the call, with commas between them. */
export const passedOverHeader = 'x-passed-over'

/** What a body holds besides the fields that its call takes. */
export interface LeftOver {
  /** Fields of the row that is answered; of these the row must say the same, or the caller believes to have changed it. */
  ofRow: Record<string, unknown>
  /** No fields of ours, at whatever depth: clients send what they hold for themselves. */
  unknown: string[]
}

/** Refuses at once what the call is known not to keep. */
export function leftOver(call: Call, sent: unknown): LeftOver | null {
  if (call.body === undefined || call.form || sent === null || typeof sent !== 'object') return null
  const { shape } = call.body
  const entries = Object.entries(sent)
  const others = entries.filter(([name]) => !Object.hasOwn(shape, name))
  const taken = others.length === 0 ? entries : entries.filter(([name]) => Object.hasOwn(shape, name))
  const deeper = taken.flatMap(([name, value]) => untaken(shape[name], value, [name]))
  if (others.length === 0 && deeper.length === 0) return null
  const row = call.transactions !== 'own' && call.answer instanceof z.ZodObject ? call.answer.shape : {}
  const refused = others.filter(([name, value]) => call.lacks?.includes(name) && !isBlank(value))
  refuse(refused.map(([name]) => [name, 'This does not exist here yet.']))
  const isOfRow = (name: string) => Object.hasOwn(row, name)
  const isOfItem = (path: Path) => Object.hasOwn(call.items?.shape ?? {}, path.at(-1) ?? '')
  // A list of many is not answered row by row, so there is nothing to compare these with.
  refuse(
    deeper
      .filter((path) => isOfItem(path) && !decidedHere.has(String(path.at(-1))))
      .map((path) => [path.join('.'), unchanged]),
  )
  const stray = deeper.filter((path) => !isOfItem(path)).slice(0, mostNames)
  const unknown = others.filter(([name]) => !isOfRow(name) && !call.lacks?.includes(name))
  return {
    ofRow: Object.fromEntries(others.filter(([name]) => isOfRow(name) && !decidedHere.has(name))),
    unknown: [
      ...unknown.slice(0, mostNames).map(([name]) => name),
      ...new Set(stray.map((path) => path.filter((step) => typeof step === 'string').join('.'))),
    ],
  }
}

/**
 * The parameters of a query that mean nothing to the call, which are named in the header. Others than those that clients of the reference
 * product send with every list are refused. Browsers are led to forms and redirects by other programs, which add what they like.
 */
export function unknownQuery(call: Call, query: Record<string, string>): string[] {
  if (call.form || call.status === 302) return []
  const shape = call.query?.shape ?? {}
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(shape, name))
  const strange = unknown.filter((name) => !sentWithLists.has(name))
  refuse(strange.map((name) => [name, 'There is no such parameter.']))
  return unknown
}

/** The reference product's client sends these with calls that do not read them. */
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

/** The header has 2,000 characters, and each name takes at least two of them. */
const mostNames = 1_000

/** The value of the header: so many names as fit where a client still reads it, then dots. */
export function namesPassedOver(unknown: readonly string[]): string {
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

/** Paths to what stands below in objects whose fields the schema lists, and is none of these; objects of any fields keep what they are sent. */
function untaken(schema: unknown, sent: unknown, path: Path): Path[] {
  if (!isObject(sent)) return []
  if (schema instanceof z.ZodPipe) return untaken(schema.in, sent, path)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return untaken(schema.unwrap(), sent, path)
  if (schema instanceof z.ZodArray && Array.isArray(sent))
    return sent.flatMap((one, at) => (isObject(one) ? untaken(schema.element, one, [...path, at]) : []))
  if (schema instanceof z.ZodRecord)
    return Object.entries(sent).flatMap(([name, value]) => untaken(schema.valueType, value, [...path, name]))
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(sent).flatMap(([name, value]) =>
    Object.hasOwn(schema.shape, name)
      ? untaken(schema.shape[name], value, [...path, name])
      : [[...path, name]],
  )
}

function isObject(sent: unknown): sent is object {
  return sent !== null && typeof sent === 'object'
}

/** Within the transaction, so that a refusal leaves nothing behind. */
export function refuseUnkept({ ofRow }: LeftOver, answer: unknown): void {
  const differing = Object.entries(ofRow).filter(
    ([name, value]) => !says(Reflect.get(Object(answer), name), value),
  )
  refuse(differing.map(([name]) => [name, unchanged]))
}

const unchanged = 'This call does not change it.'

function refuse(problems: [name: string, problem: string][]): void {
  if (problems.length === 0) return
  const fields: FieldErrors = Object.fromEntries(problems.map(([name, problem]) => [name, [problem]]))
  throw new AppError('invalid', 'Please provide valid detail', { fields })
}

/** What a write moves by itself, or what no caller decides: a row that is sent back whole, or as a copy, holds it as it was before. */
const decidedHere = new Set([
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
  'is_subscribed',
  'is_favorite',
  'order',
  'members',
  'total_members',
  'member_role',
  'next_work_item_sequence',
  'last_login_time',
])

function says(row: unknown, sent: unknown): boolean {
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
