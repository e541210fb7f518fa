import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'

/** A text for a cookie that only we can have written, for this purpose and no other. */
export function signed(config: Config, purpose: string, text: string): string {
  return `${text}.${signature(config, purpose, text)}`
}

/** The text, or null when it was not signed by us for this purpose. */
export function unsigned(config: Config, purpose: string, value: string | undefined): string | null {
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
