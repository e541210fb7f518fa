import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'

/** Signs a value for one purpose, so that only this Tandem instance can have created it. */
export function signValue(config: Config, purpose: string, text: string): string {
  return `${text}.${signature(config, purpose, text)}`
}

/** Returns the value, or null when its signature is invalid for this purpose. */
export function verifySignedValue(config: Config, purpose: string, value: string | undefined): string | null {
  const at = value?.lastIndexOf('.') ?? -1
  if (value === undefined || at < 0) return null
  const text = value.slice(0, at)
  const wanted = Buffer.from(signature(config, purpose, text))
  const given = Buffer.from(value.slice(at + 1))
  return wanted.length === given.length && timingSafeEqual(wanted, given) ? text : null
}

function signature(config: Config, purpose: string, text: string): string {
  return createHmac('sha256', config.secret).update(`${purpose}:${text}`).digest('hex')
}
