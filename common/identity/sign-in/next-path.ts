const longest = 500

/**
 * Where a person may be sent after signing in: a path of ours with its query, or null. Whatever a link smuggles in, the result
 * stays on the same origin: of an absolute URL only the path counts, and what climbs or hides a scheme is dropped whole.
 */
export function safeNextPath(given: string | null | undefined): string | null {
  const path = pathOf((given ?? '').trim().replaceAll('\\', ''))
  if (path.length > longest || !path.startsWith('/') || path.startsWith('//')) return null
  return suspicious.some((pattern) => pattern.test(path)) ? null : path
}

const absolute = /^https?:\/\/[^/?#]*/i

function pathOf(given: string): string {
  return given.replace(absolute, '')
}

const suspicious = [
  // Browsers drop tabs and line breaks anywhere in a URL, so two slashes could hide behind one.
  /[\s\p{Cc}]/u,
  /\.\./,
  /(javascript|data|vbscript):/i,
  /<\s*script/i,
  // Encoded dots, slashes, backslashes, controls, and percent signs that would be decoded twice.
  /%(2e|5c|25|0|1)/i,
  /^\/[^?#]*%2f/i,
]
