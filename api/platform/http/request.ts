import type { Context } from 'hono'
import type { z } from 'zod'
import type { Call } from '#common/platform/call.ts'
import { AppError, type FieldErrors } from '#common/platform/errors.ts'
import { unstorableFieldErrors } from '#common/platform/unstorable-fields.ts'
import type { Deps } from '../context/deps.ts'
import { checkCsrfToken, csrfField, csrfHeader } from './csrf.ts'
import type { HttpEnv } from './env.ts'
import { fieldMessage } from './field-message.ts'
import { getPathParamsSchema } from './openapi.ts'
import { readBody } from './read-body.ts'
import { findUnknownFields, findUnknownQueryParams, type UnknownFields } from './unknown-fields.ts'

interface Input {
  params: Record<string, string>
  query: unknown
  body: unknown
  /** Unknown fields of the body, which the call does not declare, or null. */
  left: UnknownFields | null
  /** Query parameters that the call does not declare, but that clients of the Plane API send. */
  unknownParameters: string[]
}

/**
 * Validates path, query and body of a request. The path comes first, so that a malformed id is "not found".
 * Large bodies of the same `sender` are parsed one after the other.
 */
export async function readRequest(
  c: Context<HttpEnv>,
  deps: Pick<Deps, 'config' | 'documents'>,
  call: Call,
  sender: string,
): Promise<Input> {
  const params = readPathParams(c, call)
  const sentQuery = c.req.query()
  const query = call.query ? check(call.query, sentQuery) : undefined
  const unknownParameters = findUnknownQueryParams(call, sentQuery)
  const read = call.body ? await readBody(c, deps, call, sender) : null
  const sent = read === null ? undefined : within(call, read.value)
  if (call.form) checkCsrfToken(c, deps.config, formField(sent, csrfField))
  if (call.csrf) checkCsrfToken(c, deps.config, c.req.header(csrfHeader))
  const body = call.body ? check(call.body, sent, read?.problems) : undefined
  return { params, query, body, left: findUnknownFields(call, sent), unknownParameters }
}

function within({ bareArray }: Call, sent: unknown): unknown {
  return bareArray !== undefined && Array.isArray(sent) ? { [bareArray]: sent } : sent
}

function formField(sent: unknown, name: string): string | undefined {
  const value =
    sent !== null && typeof sent === 'object' && name in sent ? Reflect.get(sent, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** Reads the path parameters. A malformed id is treated as not found. */
export function readPathParams(c: Context<HttpEnv>, call: Call): Record<string, string> {
  const params = c.req.param() as Record<string, string>
  const schema = getPathParamsSchema(call)
  if (schema === null) return params
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw new AppError('not_found', 'The required object does not exist.')
  return parsed.data as Record<string, string>
}

function check(schema: z.ZodType, value: unknown, problems?: FieldErrors): unknown {
  const checked = validateFields(schema, value, problems)
  if ('data' in checked) return checked.data
  throw new AppError('invalid', 'Please provide valid detail', checked)
}

/**
 * Returns the parsed value, or the validation errors by field. `problems` are errors that apply to every field,
 * such as nesting that is too deep.
 */
export function validateFields(
  schema: z.ZodType,
  value: unknown,
  problems = unstorableFieldErrors(value),
): { data: unknown } | { fields: FieldErrors } {
  // Return these errors before the schema is applied, because deeply nested values would overflow the stack of
  // the schema parser.
  if (Object.keys(problems).length > 0) return { fields: problems }
  const parsed = schema.safeParse(value, { error: fieldMessage })
  return parsed.success ? { data: parsed.data } : { fields: fieldErrors(parsed.error) }
}

/**
 * Maximum number of reported errors. Clients need no more, and formatting ten thousand errors takes longer
 * than finding them.
 */
const mostProblems = 100

function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues.slice(0, mostProblems)) {
    const name = issue.path.length === 0 ? 'non_field_errors' : issue.path.join('.')
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  return fields
}
