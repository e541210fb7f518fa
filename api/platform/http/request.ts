import type { Context } from 'hono'
import type { z } from 'zod'
import type { Call } from '#common/platform/call.ts'
import { AppError, type FieldErrors } from '#common/platform/errors.ts'
import type { Config } from '../config/config.ts'
import { checkBody } from './body-limits.ts'
import { checkCsrfToken, csrfField, csrfHeader } from './csrf.ts'
import type { HttpEnv } from './env.ts'
import { type LeftOver, leftOver, unknownQuery } from './left-over.ts'
import { pathParams } from './openapi.ts'
import { unstorable } from './storable.ts'

interface Input {
  params: Record<string, string>
  query: unknown
  body: unknown
  /** What the body holds beside it; null is nothing. */
  left: LeftOver | null
  /** Parameters of the query that the call does not have, and that clients of the reference product send. */
  unknownParameters: string[]
}

/** Path, query and body of a request, each checked against its declaration. The path is checked first: a wrong id is not found. */
export async function readRequest(c: Context<HttpEnv>, config: Config, call: Call): Promise<Input> {
  const params = readParams(c, call)
  const asked = c.req.query()
  const query = call.query ? check(call.query, asked) : undefined
  const unknownParameters = unknownQuery(call, asked)
  const sent = call.body ? within(call, await readBody(c, call)) : undefined
  if (call.form) checkCsrfToken(c, config, formField(sent, csrfField))
  if (call.csrf) checkCsrfToken(c, config, c.req.header(csrfHeader))
  const body = call.body ? check(call.body, sent) : undefined
  return { params, query, body, left: leftOver(call, sent), unknownParameters }
}

function within({ bareArray }: Call, sent: unknown): unknown {
  return bareArray !== undefined && Array.isArray(sent) ? { [bareArray]: sent } : sent
}

function formField(sent: unknown, name: string): string | undefined {
  const value =
    sent !== null && typeof sent === 'object' && name in sent ? Reflect.get(sent, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** An id that is none addresses nothing, which is what the answer says. */
export function readParams(c: Context<HttpEnv>, call: Call): Record<string, string> {
  const params = c.req.param() as Record<string, string>
  const schema = pathParams(call)
  if (schema === null) return params
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw new AppError('not_found', 'The required object does not exist.')
  return parsed.data as Record<string, string>
}

async function readBody(c: Context<HttpEnv>, call: Call): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  if (type.startsWith('application/x-www-form-urlencoded') || type.startsWith('multipart/form-data')) {
    try {
      return Object.fromEntries(
        Object.entries(await c.req.parseBody()).filter(([, value]) => typeof value === 'string'),
      )
    } catch {
      throw new AppError('invalid', 'The form could not be read.')
    }
  }
  const bytes = await c.req.arrayBuffer()
  checkBody(call, new Uint8Array(bytes))
  const text = textOf(bytes)
  if (text === '') return {}
  if (call.form) throw new AppError('invalid', 'This call takes a form post.')
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid', 'The body is not valid JSON.')
  }
}

/** JSON is UTF-8. Read leniently, what is not would be kept with U+FFFD in place of what was meant. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new AppError('invalid', 'The body is not UTF-8.')
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function check(schema: z.ZodType, value: unknown): unknown {
  const checked = checkFields(schema, value)
  if ('data' in checked) return checked.data
  throw new AppError('invalid', 'Please provide valid detail', checked)
}

/** What the schema makes of it, or what is wrong with which field. */
export function checkFields(schema: z.ZodType, value: unknown): { data: unknown } | { fields: FieldErrors } {
  const problems = unstorable(value)
  // A schema's recursion is as deep as what it reads.
  if (Object.keys(problems).length > 0) return { fields: problems }
  const parsed = schema.safeParse(value)
  return parsed.success ? { data: parsed.data } : { fields: fieldErrors(parsed.error) }
}

function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    const name = issue.path.length === 0 ? 'non_field_errors' : issue.path.join('.')
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  return fields
}
