export interface KnownTexts {
  /** What a person was told, or wrote, of a document last; null when it is not known any more. */
  of(userId: string, name: string): string | null
  learn(userId: string, name: string, html: string): void
}

/** Characters of all texts together, at two bytes each. */
const mostCharacters = 8 * 1024 * 1024

/**
 * Which text a person had before them: what they send without `If-Match` is compared with it, so that only what they changed is changed. In
 * the memory of this process: whoever was told by another one is taken to have read what was stored last.
 */
export function createKnownTexts(): KnownTexts {
  /** Those learnt last stand at the end. */
  const texts = new Map<string, string>()
  let characters = 0

  function forget(key: string): void {
    characters -= texts.get(key)?.length ?? 0
    texts.delete(key)
  }

  return {
    of: (userId, name) => texts.get(`${userId} ${name}`) ?? null,
    learn(userId, name, html) {
      const key = `${userId} ${name}`
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
