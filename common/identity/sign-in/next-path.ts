const maxPathLength = 500

/**
 * Returns the path to open after signing in. The result is always on the same origin: only the path of an absolute
 * URL is used. Returns null if the path is missing or suspicious.
 */
export function sanitizeNextPath(given: string | null | undefined): string | null {
  const path = pathOf((given ?? '').trim().replaceAll('\\', ''))
  if (path.length > maxPathLength || !path.startsWith('/') || path.startsWith('//')) return null
  return suspicious.some((pattern) => pattern.test(path)) ? null : path
}

const absolute = /^https?:\/\/[^/?#]*/i

function pathOf(given: string): string {
  return given.replace(absolute, '')
}

const suspicious = [
  // Reject white space and control characters, because browsers ignore tabs and line breaks anywhere in a
  // URL, which could hide `//`.
  /[\s\p{Cc}]/u,
  /\.\./,
  /(javascript|data|vbscript):/i,
  /<\s*script/i,
  // Reject encoded dots, slashes, backslashes and control characters, and percent signs that would be decoded
  // twice.
  /%(2e|5c|25|0|1)/i,
  /^\/[^?#]*%2f/i,
]
