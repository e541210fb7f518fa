import type { Context } from 'hono'
import { AppError } from '#common/platform/errors.ts'
import type { HttpEnv } from './env.ts'

const urlEncoded = 'application/x-www-form-urlencoded'
/** Characters; a form about signing in carries a passkey at most. */
export const longestForm = 128 * 1024
/** Fields of a form that the browser encodes as an address, more than any form of ours has. A thousand are read in a few milliseconds. */
const mostEncoded = 1000
/** Fields of any other form, whose reader is slow. */
const mostParts = 200

export function isForm(c: Context<HttpEnv>): boolean {
  const type = c.req.header('content-type') ?? ''
  return type.startsWith(urlEncoded) || type.startsWith('multipart/form-data')
}

/**
 * The texts of a form, by name; of several with one name the last. Throws `too_large` for more fields than any form has: reading them
 * holds up everybody.
 */
export async function readForm(c: Context<HttpEnv>, longest: number): Promise<Record<string, string>> {
  const text = await c.req.text()
  if (text.length > longest) throw new AppError('too_large', 'REQUEST_BODY_TOO_LARGE')
  const isEncoded = c.req.header('content-type')?.startsWith(urlEncoded)
  const [sign, most] = isEncoded ? ['&', mostEncoded] : ['\n--', mostParts]
  if (countOf(text, sign, most) > most) throw new AppError('too_large', 'The form has too many fields.')
  // Hono's reader takes milliseconds for each kilobyte.
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
