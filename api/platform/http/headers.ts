import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { embedOrigins } from '#common/documents/content/embeds.ts'
import type { Config } from '../config/config.ts'
import type { HttpEnv } from './env.ts'

/**
 * Sets the security headers of every response. Scripts load only from this server: no inline scripts, no
 * eval, no other host. Inline styles are allowed, because the editor and popups position themselves with
 * inline styles.
 */
export function securityHeaders(config: Config): MiddlewareHandler<HttpEnv> {
  const store = storeOrigins(config)
  const https = config.appUrl.startsWith('https:')
  const setAll = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...store],
      mediaSrc: ["'self'", 'blob:', ...store],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...store],
      frameSrc: ["'self'", ...embedOrigins],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(https && { upgradeInsecureRequests: [] }),
    },
    strictTransportSecurity: https ? 'max-age=31536000; includeSubDomains' : false,
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
  })
  return async (c, next) => {
    let own: [string, string][] = []
    await setAll(c, async () => {
      await next()
      own = overridableHeaders.flatMap((name) => {
        const value = c.res.headers.get(name)
        return value === null ? [] : [[name, value] satisfies [string, string]]
      })
    })
    for (const [name, value] of own) c.res.headers.set(name, value)
  }
}

/** Returns the origins of the S3 store if browsers upload and download directly. */
function storeOrigins({ s3 }: Config): string[] {
  if (!s3?.publicEndpoint) return []
  const { protocol, host, origin } = new URL(s3.publicEndpoint)
  return s3.forcePathStyle ? [origin] : [origin, `${protocol}//${s3.bucket}.${host}`]
}

/**
 * Headers that a response may set itself. Uploaded files and the page that draws diagrams set stricter
 * values.
 */
const overridableHeaders = ['Content-Security-Policy', 'X-Frame-Options', 'Cross-Origin-Resource-Policy']
