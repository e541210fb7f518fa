export interface KnownTexts {
  /**
   * Returns the text that a person last read or wrote, or null if it is unknown. `seqs` are the log rows that the
   * document was loaded with.
   */
  of(userId: string, name: string, seqs: readonly string[]): string | null
  learn(userId: string, name: string, html: string): void
  /**
   * Remembers a written text until row `seq` is committed. The next writer may see that row before this process
   * learns of the commit.
   */
  expect(userId: string, name: string, html: string, seq: string): void
}

/** Maximum length of all texts together in characters, at two bytes each. */
const mostCharacters = 8 * 1024 * 1024
/** Maximum number of uncommitted writes. */
const mostExpected = 100

/**
 * Remembers the text that each person last saw. A write without `If-Match` is compared with it, so that only the
 * person's own changes are applied. The texts are in memory only. For a person who read
 * from another process, the last stored text is used.
 */
export function createKnownTexts(): KnownTexts {
  /** Most recently used entries come last. */
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
      // Rolled back transactions leave entries here, so drop the oldest.
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

/** Returns the key under which `KnownTexts` stores the title of a document. */
export function titleKey(name: string): string {
  return `${name} title`
}
