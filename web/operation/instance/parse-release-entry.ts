export interface ReleaseTextPart {
  kind: 'text' | 'code' | 'emphasis' | 'link'
  text: string
  /** The address of the link. It is set only for the kind `link`. */
  href?: string
}

const marks = /`([^`]+)`|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/**
 * Splits an entry of the release notes, which use the Markdown of `CHANGELOG.md`. Removes parentheses with a
 * link to a file of the repository, because the server does not serve these files.
 */
export function parseReleaseEntry(entry: string): ReleaseTextPart[] {
  const text = entry.replace(/\s*\((?:[^()]|\([^)]*\))*\]\((?!https?:)[^)]*\)(?:[^()]|\([^)]*\))*\)/g, '')
  const parts: ReleaseTextPart[] = []
  let at = 0
  for (const match of text.matchAll(marks)) {
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) })
    parts.push(partOf(match))
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}

function partOf([, code, emphasis, label = '', href = '']: RegExpExecArray): ReleaseTextPart {
  if (code !== undefined) return { kind: 'code', text: code }
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis }
  return /^https?:/.test(href) ? { kind: 'link', text: label, href } : { kind: 'text', text: label }
}
