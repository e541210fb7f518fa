import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import ipaddr from 'ipaddr.js'
import { AppError } from '#common/platform/errors.ts'
import type { Config } from '../config/config.ts'
import type { HttpEnv } from './env.ts'

export const csrfCookie = 'csrf-token'
export const csrfHeader = 'x-csrftoken'
export const csrfField = 'csrfmiddlewaretoken'

/**
 * Rejects browser requests that change data unless they come from Tandem's own pages, as `Origin` and
 * `Sec-Fetch-Site` show. A client that sends neither header is not a browser, so it cannot abuse somebody's
 * cookie.
 */
export function requireSameOrigin(
  config: Config,
  crossSite: ReadonlySet<string>,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const isOpen = safeMethods.has(c.req.method) || crossSite.has(c.req.path.replace(/\/$/, ''))
    if (!isOpen && isForeign(c, config)) {
      throw new AppError('forbidden', 'The request comes from another site.')
    }
    await next()
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function isForeign(c: Context, config: Config): boolean {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  if (origin !== undefined) return !isOwnOrigin(origin, c.req.header('host'), config)
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/**
 * Returns true if the origin is `config.appUrl`, whose host is `localhost` by default. If the host of `config.appUrl`
 * is `localhost` or an IP address, the origin may also be `http://` and the host of this request, provided that this
 * host is `localhost` or an IP address too. A host name would not be safe, because an attacker can make a host name
 * resolve to this machine.
 */
export function isOwnOrigin(
  origin: string,
  host: string | undefined,
  config: Pick<Config, 'appUrl'>,
): boolean {
  if (origin === config.appUrl) return true
  return (
    host !== undefined && isBare(new URL(config.appUrl).host) && isBare(host) && origin === `http://${host}`
  )
}

function isBare(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return name === 'localhost' || ipaddr.isValid(name)
}

/**
 * Returns a CSRF token for this browser. The cookie contains the random part, which is signed with the
 * `SECRET` of this Tandem instance.
 */
export function issueCsrfToken(c: Context, config: Config): string {
  const known = getCookie(c, csrfCookie)
  const seed = known !== undefined && /^[0-9a-f]{32}$/.test(known) ? known : randomBytes(16).toString('hex')
  setCookie(c, csrfCookie, seed, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: config.appUrl.startsWith('https:'),
  })
  return sign(seed, config)
}

export function checkCsrfToken(c: Context, config: Config, given: string | undefined): void {
  const seed = getCookie(c, csrfCookie)
  const wanted = seed === undefined ? null : Buffer.from(sign(seed, config))
  const offered = Buffer.from(given ?? '')
  if (wanted === null || wanted.length !== offered.length || !timingSafeEqual(wanted, offered)) {
    throw new AppError('forbidden', 'CSRF token not found')
  }
}

function sign(seed: string, config: Config): string {
  return createHmac('sha256', config.secret).update(`csrf:${seed}`).digest('hex')
}
