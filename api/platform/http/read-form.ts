import type { Context } from 'hono'
import { AppError } from '#common/platform/errors.ts'
import type { HttpEnv } from './env.ts'

const urlEncoded = 'application/x-www-form-urlencoded'
/** Maximum characters of a form. The largest sign-in form contains a passkey. */
export const maxFormLength = 128 * 1024
/**
 * Maximum number of fields of a URL-encoded form. Tandem's forms have fewer fields, and a thousand fields are
 * parsed in a few milliseconds.
 */
const mostEncoded = 1000
/**
 * Maximum number of fields of a multipart form. This maximum is smaller, because the parser of multipart
 * forms is slow.
 */
const mostParts = 200

export function isFormRequest(c: Context<HttpEnv>): boolean {
  const type = c.req.header('content-type') ?? ''
  return type.startsWith(urlEncoded) || type.startsWith('multipart/form-data')
}

/**
 * Returns the text fields of a form. If several fields have the same name, the last one counts. Throws `too_large`
 * for a form that is too long or has too many fields, because parsing blocks the event loop.
 */
export async function readForm(c: Context<HttpEnv>, longest: number): Promise<Record<string, string>> {
  const text = await c.req.text()
  if (text.length > longest) throw new AppError('too_large', 'REQUEST_BODY_TOO_LARGE')
  const isEncoded = c.req.header('content-type')?.startsWith(urlEncoded)
  const [sign, most] = isEncoded ? ['&', mostEncoded] : ['\n--', mostParts]
  if (countOf(text, sign, most) > most) throw new AppError('too_large', 'The form has too many fields.')
  // Do not use Hono's parser here, because it takes milliseconds per kilobyte.
  if (isEncoded) return Object.fromEntries(new URLSearchParams(text))
  try {
    const fields = Object.entries(await c.req.parseBody())
    return Object.fromEntries(
      fields.filter((field): field is [string, string] => typeof field[1] === 'string'),
    )
  } catch {
    throw new AppError('invalid', 'The form could not be read.')
  }
}

function countOf(text: string, sign: string, most: number): number {
  let count = 0
  for (let at = text.indexOf(sign); at !== -1 && count <= most; at = text.indexOf(sign, at + 1)) count++
  return count
}
