import type { Plugin } from 'vite'

const resolvedId = '\0virtual:emoji'
const newestShown = 15.1

/**
 * Serves `virtual:emoji`: the data of the emoji picker. It is the part of emojibase-data with the emoji that current
 * fonts support. Each row is [emoji, label, category, tags, skin tones from light to dark, short names such as
 * `:wave:`].
 */
export function emojiPlugin(): Plugin {
  return {
    name: 'tandem:emoji',
    resolveId: (id) => (id === 'virtual:emoji' ? resolvedId : undefined),
    async load(id) {
      if (id !== resolvedId) return
      const { default: emojis } = await import('emojibase-data/en/data.json', { with: { type: 'json' } })
      const { default: messages } = await import('emojibase-data/en/messages.json', {
        with: { type: 'json' },
      })
      const { default: names } = await import('emojibase-data/en/shortcodes/github.json', {
        with: { type: 'json' },
      })
      const namesOf = new Map<string, string | string[]>(Object.entries(names))
      const components = messages.groups.find((group) => group.key === 'component')?.order
      const rows = emojis
        .filter(
          (each) => each.group !== undefined && each.group !== components && each.version <= newestShown,
        )
        .map((each) => [
          each.emoji,
          each.label,
          each.group,
          each.tags ?? [],
          skinsOf(each),
          named(each.label, namesOf.get(each.hexcode)),
        ])
      const categories = messages.groups
        .filter((group) => group.order !== components)
        .map((group) => ({
          index: group.order,
          label: group.message.replace(/^./, (first) => first.toUpperCase()),
        }))
      return `export const categories = ${JSON.stringify(categories)}\nexport const rows = JSON.parse(${JSON.stringify(JSON.stringify(rows))})`
    },
  }
}

/** Returns the short names of an emoji. An emoji without short names gets one from its label. */
function named(label: string, names: string | string[] | undefined): string[] {
  if (names !== undefined) return [names].flat()
  return [
    label
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, ''),
  ]
}

function skinsOf(each: { skins?: { tone?: number | number[]; emoji: string }[] }): string[] {
  return (each.skins ?? []).filter((skin) => typeof skin.tone === 'number').map((skin) => skin.emoji)
}
