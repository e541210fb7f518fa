import { t } from '../../locales/i18n.ts'
import { store, tables } from '../../platform/app/sync.ts'
import { meAtom } from '../../platform/person/session.ts'

interface MentionChip {
  dom: HTMLElement
  /** Must be called when the chip is no longer shown. */
  release: () => void
}

/** Creates the chip of a mentioned person, which always shows the current name. */
export function createMentionChip(userId: string | null): MentionChip {
  const dom = document.createElement('span')
  const write = () => {
    const name = userId === null ? undefined : displayNameOfUser(userId)
    dom.className = 'mention'
    dom.textContent = name === undefined ? t('editor.mention.unknown') : `@${name}`
    dom.classList.toggle('mention-unknown', name === undefined)
    dom.classList.toggle('mention-me', userId !== null && store.get(meAtom)?.id === userId)
  }
  write()
  return { dom, release: userId === null ? () => {} : store.sub(tables.users.rowAtom(userId), write) }
}

export function displayNameOfUser(userId: string): string | undefined {
  return tables.users.get(userId)?.display_name
}
