import type { Context } from 'hono'
import type { z } from 'zod'
import type { Call } from '#common/platform/call.ts'
import { AppError, type FieldErrors } from '#common/platform/errors.ts'
import { unstorable } from '#common/platform/storable.ts'
import type { Deps } from '../context/deps.ts'
import { checkCsrfToken, csrfField, csrfHeader } from './csrf.ts'
import type { HttpEnv } from './env.ts'
import { type LeftOver, leftOver, unknownQuery } from './left-over.ts'
import { pathParams } from './openapi.ts'
import { readBody } from './read-body.ts'

interface Input {
  params: Record<string, string>
  query: unknown
  body: unknown
  /** What the body holds beside it; null is nothing. */
  left: LeftOver | null
  /** Parameters of the query that the call does not have, and that clients of the reference product send. */
  unknownParameters: string[]
}

/**
 * Path, query and body of a request, each checked against its declaration. The path is checked first: a wrong id is not found. Large bodies of one
 * `sender` wait for each other.
 */
export async function readRequest(
  c: Context<HttpEnv>,
  deps: Pick<Deps, 'config' | 'documents'>,
  call: Call,
  sender: string,
): Promise<Input> {
  const params = readParams(c, call)
  const asked = c.req.query()
  const query = call.query ? check(call.query, asked) : undefined
  const unknownParameters = unknownQuery(call, asked)
  const read = call.body ? await readBody(c, deps, call, sender) : null
  const sent = read === null ? undefined : within(call, read.value)
  if (call.form) checkCsrfToken(c, deps.config, formField(sent, csrfField))
  if (call.csrf) checkCsrfToken(c, deps.config, c.req.header(csrfHeader))
  const body = call.body ? check(call.body, sent, read?.problems) : undefined
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

function check(schema: z.ZodType, value: unknown, problems?: FieldErrors): unknown {
  const checked = checkFields(schema, value, problems)
  if ('data' in checked) return checked.data
  throw new AppError('invalid', 'Please provide valid detail', checked)
}

/** Answers the parsed value, or what is wrong with which field. `problems` are those with values that no field can take. */
export function checkFields(
  schema: z.ZodType,
  value: unknown,
  problems = unstorable(value),
): { data: unknown } | { fields: FieldErrors } {
  // A schema's recursion is as deep as what it reads.
  if (Object.keys(problems).length > 0) return { fields: problems }
  const parsed = schema.safeParse(value)
  return parsed.success ? { data: parsed.data } : { fields: fieldErrors(parsed.error) }
}

/** Nobody reads more, and naming ten thousand takes longer than finding them. */
const mostProblems = 100

function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues.slice(0, mostProblems)) {
    const name = issue.path.length === 0 ? 'non_field_errors' : issue.path.join('.')
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  return fields
}
