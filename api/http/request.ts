import type { Context } from 'hono'
import type { z } from 'zod'
import type { Call } from '#common/call.ts'
import { AppError, type FieldErrors } from '#common/errors.ts'
import type { Config } from '../config.ts'
import { checkCsrfToken, csrfField, csrfHeader } from './csrf.ts'
import type { HttpEnv } from './env.ts'
import { pathParams } from './openapi.ts'

interface Input {
  params: Record<string, string>
  query: unknown
  body: unknown
}

/** Path, query and body of a request, each checked against its declaration. The path is checked first: a wrong id is not found. */
export async function readRequest(c: Context<HttpEnv>, config: Config, call: Call): Promise<Input> {
  const params = readParams(c, call)
  const query = call.query ? check(call.query, c.req.query()) : undefined
  const sent = call.body ? await readBody(c, call) : undefined
  if (call.form) checkCsrfToken(c, config, formField(sent, csrfField))
  if (call.csrf) checkCsrfToken(c, config, c.req.header(csrfHeader))
  return { params, query, body: call.body ? check(call.body, sent) : undefined }
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
  const text = await c.req.text()
  if (text === '') return {}
  if (call.form) throw new AppError('invalid', 'This call takes a form post.')
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid', 'The body is not valid JSON.')
  }
}

function check(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new AppError('invalid', 'Please provide valid detail', { fields: fieldErrors(parsed.error) })
}

export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    const name = issue.path.length === 0 ? 'non_field_errors' : issue.path.join('.')
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  return fields
}
