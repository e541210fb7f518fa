import type { Context } from 'hono'
import type { Call } from '#common/platform/call.ts'
import { AppError, type FieldErrors } from '#common/platform/errors.ts'
import { jsonSizeProblem } from '#common/platform/json-size.ts'
import { parseJson } from '#common/platform/parse-body.ts'
import { unstorableFieldErrors } from '#common/platform/unstorable-fields.ts'
import type { Deps } from '../context/deps.ts'
import { getBodyLimits } from './body-limits.ts'
import type { HttpEnv } from './env.ts'
import { isFormRequest, maxFormLength, readForm } from './read-form.ts'

interface SentBody {
  value: unknown
  /** Errors by field, for values that cannot be stored in any field, such as text with NUL characters. */
  problems: FieldErrors
}

/**
 * Size in bytes above which a body that may contain documents is parsed in a worker thread. A smaller body is
 * also parsed there if it exceeds the limits for its other fields.
 */
const largeBytes = 128 * 1024
/**
 * Maximum bytes of a form that an identity provider posts from its own site. The command `receiveSaml` accepts SAML
 * responses of at most 500,000 characters.
 */
const longestAnswer = 1024 * 1024

/** Reads the body of a request before it is validated. */
export async function readBody(
  c: Context<HttpEnv>,
  deps: Pick<Deps, 'documents'>,
  call: Call,
  sender: string,
): Promise<SentBody> {
  if (isFormRequest(c)) return checked(await readForm(c, call.crossSite ? longestAnswer : maxFormLength))
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  if (call.form && bytes.byteLength > 0) throw new AppError('invalid', 'This call requires a form post.')
  const { documents, beside, ...most } = getBodyLimits(call)
  const problem = jsonSizeProblem(bytes, documents.size === 0 ? most : { ...beside, bytes: largeBytes })
  if (problem === null) return checked(parseJson(bytes))
  if (documents.size === 0) throw problem
  const { value, fields } = await deps.documents.parse({ bytes, most, documents, beside }, sender)
  return { value, problems: fields }
}

function checked(value: unknown): SentBody {
  return { value, problems: unstorableFieldErrors(value) }
}
