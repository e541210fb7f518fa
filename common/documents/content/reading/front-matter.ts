/**
 * Splits a text into its front matter and its body. Obsidian and site generators write front matter between two `---`
 * lines at the start of a file. Removes the `title` from the front matter and returns it separately, or returns null
 * if there is no title.
 */
export function splitFrontMatter(text: string): { body: string; matter: string; title: string | null } {
  const found = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text)
  const lines = found?.[1]?.split('\n') ?? []
  const isMatter = lines.length > 0 && lines.every((line) => /^(\s|#|-|[\w-][\w .-]*:)|^$/.test(line))
  if (found === null || !isMatter) return { body: text, matter: '', title: null }
  let title: string | null = null
  const rest = lines.filter((line) => {
    const written = /^title:\s*(.*)$/i.exec(line)?.[1]?.trim()
    if (!written || title !== null) return true
    title = written.replace(/^(["'])(.*)\1$/, '$2')
    return false
  })
  return { body: text.slice(found[0].length), matter: rest.join('\n').trim(), title }
}
