export interface KnownTexts {
  /**
   * What a person was told, or wrote, of a document last; null when it is not known any more. `seqs` are the rows of the log that the
   * document was loaded with.
   */
  of(userId: string, name: string, seqs: readonly string[]): string | null
  learn(userId: string, name: string, html: string): void
  /** Notes what a person has written once the row `seq` is committed. The next writer may see that row before this process learns of the commit. */
  expect(userId: string, name: string, html: string, seq: string): void
}

/** Characters of all texts together, at two bytes each. */
const mostCharacters = 8 * 1024 * 1024
/** Writes on their way at once. */
const mostExpected = 100

/**
 * Which text a person had before them: what they send without `If-Match` is compared with it, so that only what they changed is changed. In
 * the memory of this process: whoever was told by another one is taken to have read what was stored last.
 */
export function createKnownTexts(): KnownTexts {
  /** Those learnt last stand at the end. */
  const texts = new Map<string, string>()
  const expected = new Map<string, { html: string; seq: string }>()
  let characters = 0

  function forget(key: string): void {
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
      // A transaction that was rolled back leaves its text here.
      for (const oldest of expected.keys()) {
        if (expected.size <= mostExpected) return
        expected.delete(oldest)
      }
    },
    learn(userId, name, html) {
      const key = `${userId} ${name}`
      expected.delete(key)
      forget(key)
      texts.set(key, html)
      characters += html.length
      for (const oldest of texts.keys()) {
        if (characters <= mostCharacters || texts.size === 1) return
        forget(oldest)
      }
    },
  }
}

/** The key of a title among the known texts. */
export function titleKey(name: string): string {
  return `${name} title`
}
