/** A stored API response without its text. */
export interface AnswerSummary {
  url: string
  /** The time of the response in milliseconds. */
  stored_at: number
  /** Bytes that the text takes in the browser. */
  size: number
}

/** Maximum size of all stored API responses in bytes. */
export const maxStoredBytes = 200 * 1024 * 1024
/** Maximum age of a stored API response in milliseconds (7 days). Older responses are removed. */
export const maxAnswerAge = 7 * 86_400_000

/**
 * Returns the URLs of the responses to remove: those that are too old, and those of the least recently opened projects
 * until at most `maxBytes` remain. Within a project, the oldest responses are removed first.
 */
export function selectEvictedAnswers(
  answers: readonly AnswerSummary[],
  now: number,
  maxBytes = maxStoredBytes,
): string[] {
  const openedAt = new Map<string, number>()
  for (const { url, stored_at } of answers) {
    const project = projectOf(url)
    openedAt.set(project, Math.max(openedAt.get(project) ?? 0, stored_at))
  }
  const recency = ({ url }: AnswerSummary) => openedAt.get(projectOf(url)) ?? 0
  const newestFirst = [...answers].sort((a, b) => recency(b) - recency(a) || b.stored_at - a.stored_at)
  let bytes = 0
  return newestFirst.flatMap(({ url, stored_at, size }) => {
    bytes += size
    return stored_at < now - maxAnswerAge || bytes > maxBytes ? [url] : []
  })
}

/**
 * Returns the part of the URL that identifies the project. Responses without a project belong to their workspace or to
 * the user, which are opened together with every project.
 */
function projectOf(url: string): string {
  return /\/workspaces\/[^/]+\/projects\/[^/]+/.exec(url)?.[0] ?? /\/workspaces\/[^/]+/.exec(url)?.[0] ?? ''
}

/** Returns the number of bytes that a text takes in the browser. Browsers store Latin texts with one byte per character. */
export function storedSizeOf(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range contains all characters of one byte
  return /[^\u0000-\u00ff]/.test(text) ? 2 * text.length : text.length
}
