import type { MentionKind } from '#common/documents/content/mention.ts'
import { t } from '../../locales/i18n.ts'
import { teamspaceAtom } from '../../organization/teamspaces/atoms.ts'
import { store, tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { meAtom } from '../../platform/person/session.ts'

interface MentionChip {
  dom: HTMLElement
  /** Must be called when the chip is no longer shown. */
  release: () => void
}

/** Creates the chip of a mentioned person or teamspace, which always shows the current name. */
export function createMentionChip(id: string | null, kind: MentionKind): MentionChip {
  const dom = document.createElement('span')
  const { nameOf, isMe, unknown, rowAtom } = kinds[kind]
  const write = () => {
    const name = id === null ? undefined : nameOf(id)
    const me = store.get(meAtom)?.id
    dom.className = 'mention'
    dom.textContent = name === undefined ? unknown() : `@${name}`
    dom.classList.toggle('mention-unknown', name === undefined)
    dom.classList.toggle('mention-me', id !== null && me !== undefined && isMe(id, me))
  }
  write()
  return { dom, release: id === null ? () => {} : store.sub(rowAtom(id), write) }
}

/** Returns the name of a mentioned person or teamspace, or undefined if the user cannot see it. */
export function getMentionName(id: string): string | undefined {
  return kinds.user_mention.nameOf(id) ?? kinds.team_mention.nameOf(id)
}

const kinds = {
  user_mention: {
    nameOf: (id: string) => displayNameOf(tables.users.get(id)),
    isMe: (id: string, me: string) => id === me,
    unknown: () => t('editor.mention.unknown'),
    rowAtom: tables.users.rowAtom,
  },
  team_mention: {
    nameOf: (id: string) => store.get(teamspaceAtom(id))?.name,
    isMe: (id: string, me: string) => store.get(teamspaceAtom(id))?.member_ids.includes(me) === true,
    unknown: () => t('editor.mention.unknownTeam'),
    rowAtom: teamspaceAtom,
  },
}
