import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { videoOrigins } from '#common/documents/content/videos.ts'
import type { Config } from '../config/config.ts'
import type { HttpEnv } from './env.ts'

/**
 * Headers of every answer. Scripts come from our own files alone: nothing inline, nothing evaluated, no other host. Styles may
 * stand inline because the editor and floating parts position themselves so.
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
      frameSrc: ["'self'", ...videoOrigins],
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
      own = kept.flatMap((name) => {
        const value = c.res.headers.get(name)
        return value === null ? [] : [[name, value] satisfies [string, string]]
      })
    })
    for (const [name, value] of own) c.res.headers.set(name, value)
  }
}

/** Browsers send files there and read them there when they reach the S3 store themselves. */
function storeOrigins({ s3 }: Config): string[] {
  if (!s3?.publicEndpoint) return []
  const { protocol, host, origin } = new URL(s3.publicEndpoint)
  return s3.forcePathStyle ? [origin] : [origin, `${protocol}//${s3.bucket}.${host}`]
}

/** Files that people have uploaded and the page that draws diagrams have stricter ones of their own. */
const kept = ['Content-Security-Policy', 'X-Frame-Options', 'Cross-Origin-Resource-Policy']
