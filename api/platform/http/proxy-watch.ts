import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { ProxyProblem, ProxyWarning } from '#common/operation/instance/schema.ts'
import type { Config } from '../config/config.ts'
import type { ReverseProxyMonitor } from '../context/ports.ts'
import { isOwnOrigin } from './csrf.ts'

type WatchedConfig = Pick<Config, 'appUrl' | 'trustedProxies'>

/** Detects wrong settings of the reverse proxy and logs each of them once. */
export function createProxyWatch(config: WatchedConfig, log: Pick<Logger, 'warn'>): ReverseProxyMonitor {
  const found = new Map<ProxyProblem, ProxyWarning>()
  const note = (problem: ProxyProblem, seen: string) => {
    const warning = { problem, seen: seen.slice(0, 200), last_at: new Date().toISOString() }
    if (!found.has(problem)) log.warn({ seen: warning.seen }, meanings[problem])
    found.set(problem, warning)
  }
  const inspect = (request: IncomingMessage) => {
    const header = untrustedHeader(request, config)
    if (header !== null) note('untrusted_headers', header)
    const origin = otherAddress(request, config)
    if (origin !== null) note('other_address', origin)
  }
  return {
    observe(http) {
      http.on('upgrade', inspect)
      http.on('request', (request) => {
        inspect(request)
        // Node emits a complete WebSocket handshake as an `upgrade` event. A handshake that arrives as a
        // request has lost its `Upgrade` header in a proxy.
        if (request.headers['sec-websocket-key'] !== undefined)
          note('no_upgrade', request.url?.split('?')[0] ?? '')
      })
    },
    warnings: () => [...found.values()],
  }
}

const meanings: Record<ProxyProblem, string> = {
  untrusted_headers:
    'Requests arrive with forwarding headers that are not trusted, so everybody behind the proxy shares one rate limit. Set TRUSTED_PROXIES to the number of proxies in front.',
  other_address:
    'People open another address than APP_URL, so what they change is refused. Set APP_URL to the address that they open.',
  no_upgrade:
    'A proxy in front does not pass the header Upgrade on, so screens fall back to slower ways to stay live and texts are not typed together.',
}

function untrustedHeader({ headers }: IncomingMessage, { trustedProxies }: WatchedConfig): string | null {
  if (trustedProxies !== 0) return null
  return ['x-forwarded-for', 'forwarded', 'x-real-ip'].find((name) => headers[name] !== undefined) ?? null
}

/**
 * Returns the origin of a Tandem page that was opened at another address than `APP_URL`, or null. Pages of
 * other sites do not match the host of the request.
 */
function otherAddress({ headers }: IncomingMessage, config: WatchedConfig): string | null {
  const { origin, host } = headers
  if (origin === undefined || !URL.canParse(origin) || isOwnOrigin(origin, host, config)) return null
  const isOwnPage =
    headers['sec-fetch-site'] === 'same-origin' ||
    [host, headers['x-forwarded-host']].includes(new URL(origin).host)
  return isOwnPage ? origin : null
}
