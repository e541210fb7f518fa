const maxPathLength = 500

/**
 * Returns the path to open after signing in, or null. The result is always on the same origin: of an absolute URL only
 * the path is used, and suspicious paths are rejected.
 */
export function safeNextPath(given: string | null | undefined): string | null {
  const path = pathOf((given ?? '').trim().replaceAll('\\', ''))
  if (path.length > maxPathLength || !path.startsWith('/') || path.startsWith('//')) return null
  return suspicious.some((pattern) => pattern.test(path)) ? null : path
}

const absolute = /^https?:\/\/[^/?#]*/i

function pathOf(given: string): string {
  return given.replace(absolute, '')
}

const suspicious = [
  // Browsers ignore tabs and line breaks anywhere in a URL, so `//` could be hidden.
  /[\s\p{Cc}]/u,
  /\.\./,
  /(javascript|data|vbscript):/i,
  /<\s*script/i,
  // Encoded dots, slashes, backslashes, control characters, and percent signs that would be decoded twice.
  /%(2e|5c|25|0|1)/i,
  /^\/[^?#]*%2f/i,
]
