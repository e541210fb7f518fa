import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const resolvedId = '\0virtual:emoji'
const newestShown = 15.1

interface SourceEmoji {
  emoji: string
  label: string
  group?: number
  version: number
  tags?: string[]
  skins?: { tone: number | number[]; emoji: string }[]
}

interface SourceMessages {
  groups: { key: string; message: string; order: number }[]
}

/**
 * Serves `virtual:emoji`: what the emoji picker shows, cut down from emojibase-data to emoji that fonts of today have, so that
 * no list is fetched from elsewhere. Each row is [emoji, label, category, tags, skins light to dark].
 */
export function emojiPlugin(): Plugin {
  return {
    name: 'tandem:emoji',
    resolveId: (id) => (id === 'virtual:emoji' ? resolvedId : undefined),
    async load(id) {
      if (id !== resolvedId) return
      const emojis = await readJson<SourceEmoji[]>('emojibase-data/en/data.json')
      const messages = await readJson<SourceMessages>('emojibase-data/en/messages.json')
      const components = messages.groups.find((group) => group.key === 'component')?.order
      const rows = emojis
        .filter(
          (each) => each.group !== undefined && each.group !== components && each.version <= newestShown,
        )
        .map((each) => [each.emoji, each.label, each.group, each.tags ?? [], skinsOf(each)])
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

function skinsOf(each: SourceEmoji): string[] {
  return (each.skins ?? []).filter((skin) => typeof skin.tone === 'number').map((skin) => skin.emoji)
}

/** The package's files have these shapes; its own types are made of enums that erasable syntax cannot import. */
async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(createRequire(import.meta.url).resolve(name), 'utf8')) as T
}
