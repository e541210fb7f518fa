import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useAtomValue } from 'jotai'
import { CalendarDays, UsersRound } from 'lucide-react'
import { useMemo } from 'react'
import { parseDateAttribute } from '#common/documents/content/date.ts'
import type { UserLite } from '#common/identity/users/schema.ts'
import { joinPersonNames } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { teamspacesAtom } from '../../organization/teamspaces/atoms.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import {
  peopleOfProjectAtom,
  peopleOutsideProjectAtom,
  workspaceGuestIdsAtom,
} from '../../platform/person/people.ts'
import { meAtom } from '../../platform/person/session.ts'
import { todayAtom } from '../../platform/person/today.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { getDateInputWords } from '../../platform/ui/date-words.ts'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { parseDate } from '../../platform/ui/parse-date.ts'
import type { PickerOption } from '../../platform/ui/picker-options.ts'
import { addDays } from '../../platform/ui/plain-date.ts'
import { relativeDayName } from './dates/date-chip.ts'
import { showOutsiderMessage } from './mention-outsider.ts'
import { insertMention, mentionTriggerQuery } from './mention-query.ts'
import { insertPageLinkInSentence } from './page-lines/page-query.ts'
import { usePageOptions } from './page-lines/use-page-options.tsx'
import { replaceQueryWithNode } from './replace-query.ts'
import { TriggerSuggestions } from './TriggerSuggestions.tsx'
import type { TypedQuery } from './typed-query.ts'

interface MentionPickerProps {
  editor: Editor
  /** The project whose members can be mentioned, or null for all members of the workspace. */
  projectId: string | null
  /** The id of the edited page, which is not offered. It is null if the edited text does not belong to a page. */
  pageId: string | null
}

/** Number of people outside of the project who are suggested before the user types a name. */
const outsidersBeforeTyping = 5

/** Suggests people, teamspaces and dates after an `@`, and also pages as soon as a name is typed. */
export function MentionPicker({ editor, projectId, pageId }: MentionPickerProps) {
  const query = useEditorState({
    editor,
    selector: ({ editor: current }) => (current.isFocused ? mentionTriggerQuery.in(current.state) : null),
  })
  return query && <People editor={editor} projectId={projectId} pageId={pageId} query={query} />
}

function People({ editor, projectId, pageId, query }: MentionPickerProps & { query: TypedQuery }) {
  const { t } = useTranslation()
  const people = usePeople(projectId)
  const outsiders = useOutsiders(projectId)
  const teams = useTeams()
  const days = useDays(query.text)
  const { options: pages, pathOf } = usePageOptions(projectId, pageId)
  const hasPages = query.text !== ''
  const all = useMemo(
    () => [
      ...people,
      ...(hasPages ? outsiders : outsiders.slice(0, outsidersBeforeTyping)),
      ...teams,
      ...days,
      ...(hasPages ? pages : []),
    ],
    [people, outsiders, teams, days, pages, hasPages],
  )
  return (
    <TriggerSuggestions
      editor={editor}
      kind={mentionTriggerQuery}
      query={query}
      label={t('editor.mention.people')}
      all={all}
      emptyText={t('editor.mention.nobody')}
      onChoose={(value) => {
        const date = parseDateAttribute(value)
        const isTeam = teams.some((team) => team.value === value)
        if (date !== null)
          replaceQueryWithNode(
            editor.view,
            mentionTriggerQuery,
            editor.schema.nodes['date']?.create({ date }),
          )
        else if (pages.some((page) => page.value === value))
          insertPageLinkInSentence(editor.view, mentionTriggerQuery, pathOf(value))
        else {
          insertMention(editor.view, value, isTeam ? 'team_mention' : 'user_mention')
          const outsider = outsiders.find((person) => person.value === value)
          if (outsider && projectId !== null)
            showOutsiderMessage(projectId, { id: value, name: outsider.label })
        }
      }}
    />
  )
}

/** Suggests today, tomorrow, and the typed date, such as `@3 Dec` or `@friday`. */
function useDays(typed: string): PickerOption[] {
  const { i18n } = useTranslation()
  const today = useAtomValue(todayAtom)
  return useMemo(() => {
    const meant = parseDate(typed, { today, language: i18n.language, words: getDateInputWords() })
    const days = [today, addDays(today, 1), ...(meant === undefined ? [] : [meant])]
    return [...new Set(days)].map((date) => ({
      value: date,
      label: relativeDayName(date, today),
      icon: <CalendarDays />,
      keywords: [date, ...(date === meant ? [typed] : [])],
    }))
  }, [typed, today, i18n.language])
}

/** Suggests the teamspaces that the user sees. A mention notifies the members who can access the text. */
function useTeams(): PickerOption[] {
  const { t } = useTranslation()
  const teams = useAtomValue(teamspacesAtom)
  return useMemo(
    () =>
      teams.map(({ id, name, logo_props, member_ids }) => ({
        value: id,
        label: name,
        hint: t('teamspaces.memberCount', { count: member_ids.length }),
        icon: <ProjectLogo logo={logo_props} name={name} fallback={<UsersRound />} />,
      })),
    [teams, t],
  )
}

/**
 * Returns the people who can be mentioned. The current user comes last, because people seldom mention
 * themselves.
 */
function usePeople(projectId: string | null): PickerOption[] {
  const people = useAtomValue(peopleOfProjectAtom(projectId))
  const me = useAtomValue(meAtom)?.id
  return useMemo(
    () => people.toSorted((a, b) => Number(a.id === me) - Number(b.id === me)).map(personOption),
    [people, me],
  )
}

/**
 * Returns the members of the workspace who are not in the project. They can be mentioned too, but Tandem does not notify
 * them. Guests of the workspace are left out, because they cannot join the project themselves.
 */
function useOutsiders(projectId: string | null): PickerOption[] {
  const { t } = useTranslation()
  const outsiders = useAtomValue(peopleOutsideProjectAtom(projectId))
  const guests = useAtomValue(workspaceGuestIdsAtom)
  return useMemo(
    () =>
      outsiders
        .filter(({ id }) => !guests.has(id))
        .map((person) => {
          const { hint, ...option } = personOption(person)
          const keywords = hint === undefined ? [] : [hint]
          return { ...option, keywords, hint: t('editor.mention.outsiderHint') }
        }),
    [outsiders, guests, t],
  )
}

function personOption({ id, display_name, first_name, last_name, avatar_url }: UserLite): PickerOption {
  const fullName = joinPersonNames(first_name, last_name)
  const name = displayNameOf({ display_name })
  return {
    value: id,
    label: name,
    ...(fullName !== '' && fullName !== name && { hint: fullName }),
    icon: <Avatar id={id} name={name} src={avatar_url} size="xs" decorative />,
  }
}
