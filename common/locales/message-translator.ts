interface Template {
  pattern: RegExp
  names: string[]
  text: string
}

const placeholder = /\{\{(\w+)\}\}/

/**
 * Returns a function that translates the error messages of the API. `texts` maps each English message, which
 * may have placeholders, to its translation. A message without a translation stays English.
 */
export function createMessageTranslator(texts: Record<string, string>): (message: string) => string {
  const templates = Object.entries(texts)
    .filter(([message]) => message.includes('{{'))
    // Longer templates contain more fixed words, so they are tried first.
    .sort(([one], [other]) => other.length - one.length)
    .map(([message, text]): Template => ({ ...patternOf(message), text }))
  return (message) => {
    const exact = texts[message]
    if (exact !== undefined) return exact
    for (const { pattern, names, text } of templates) {
      const values = pattern.exec(message)
      if (values === null) continue
      const valuesByName = new Map(names.map((name, at) => [name, values[at + 1]]))
      // Replace all placeholders in one pass, because a value can contain the text of a placeholder.
      return text
        .split(placeholder)
        .map((part, at) => (at % 2 === 0 ? part : (valuesByName.get(part) ?? '')))
        .join('')
    }
    return message
  }
}

function patternOf(message: string): Pick<Template, 'pattern' | 'names'> {
  const parts = message.split(placeholder)
  const fixed = parts.map((part, at) => (at % 2 === 0 ? RegExp.escape(part) : '(.+?)'))
  return { pattern: new RegExp(`^${fixed.join('')}$`, 's'), names: parts.filter((_, at) => at % 2 === 1) }
}
