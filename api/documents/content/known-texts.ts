export interface LastSeenTextCache {
  /**
   * Returns the text that a user last read or wrote, or null if this text is unknown. `seqs` are the sequence
   * numbers of the log rows in the loaded document.
   */
  of(userId: string, name: string, seqs: readonly string[]): string | null
  learn(userId: string, name: string, html: string): void
  /**
   * Remembers a written text until log row `seq` is committed. Another request may read this row before this
   * process learns of the commit.
   */
  expect(userId: string, name: string, html: string, seq: string): void
}

/** Maximum total length of all texts in characters. A character takes two bytes of memory. */
const mostCharacters = 8 * 1024 * 1024
/** Maximum number of uncommitted writes whose texts are remembered. */
const mostExpected = 100

/**
 * Remembers the text that each user last saw. A write without `If-Match` is compared with this text, so that
 * only the user's own changes are applied. The texts are in memory only. If the user read the text from
 * another process, the last stored text is used.
 */
export function createLastSeenTextCache(): LastSeenTextCache {
  /** Texts by user and document, the most recently used last. */
  const texts = new Map<string, string>()
  const expected = new Map<string, { html: string; seq: string }>()
  let characters = 0

  function remove(key: string): void {
    characters -= texts.get(key)?.length ?? 0
    texts.delete(key)
  }

  return {
    of(userId, name, seqs) {
      const key = `${userId} ${name}`
      const next = expected.get(key)
      return next && seqs.includes(next.seq) ? next.html : (texts.get(key) ?? null)
    },
    expect(userId, name, html, seq) {
      const key = `${userId} ${name}`
      expected.delete(key)
      expected.set(key, { html, seq })
      // Writes that are rolled back leave their entries in the map, so drop the oldest entries.
      for (const oldest of expected.keys()) {
        if (expected.size <= mostExpected) return
        expected.delete(oldest)
      }
    },
    learn(userId, name, html) {
      const key = `${userId} ${name}`
      expected.delete(key)
      remove(key)
      texts.set(key, html)
      characters += html.length
      for (const oldest of texts.keys()) {
        if (characters <= mostCharacters || texts.size === 1) return
        remove(oldest)
      }
    },
  }
}

/** Returns the key under which `LastSeenTextCache` stores the title of a document. */
export function titleCacheKey(name: string): string {
  return `${name} title`
}
