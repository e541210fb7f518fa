import { atom, type Getter, useAtomValue } from 'jotai'
import { LogOut, Moon, Sun } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { joinedProjectsAtom } from '../person/projects.ts'
import { chooseTheme } from '../person/theme.ts'
import { bufferKeysUntilFocus } from '../ui/buffer-keys-until-focus.ts'
import { useTheme } from '../ui/theme.ts'
import {
  type Feature,
  type PaletteAction,
  type PaletteActionContext,
  sidebarSectionPath,
  useFeatures,
} from './feature.ts'
import { signOutOrConfirm } from './SignOutDialog.tsx'
import { useCurrentProjectId } from './use-current-project-id.ts'
import { currentSlug } from './workspace.ts'

export interface MenuEntry {
  id: string
  label: string
  icon: ReactNode
  keys?: string
  otherKeys?: readonly string[]
  aliases?: string
  run: () => void
}

/** Returns all screens and actions of the palette and shortcuts, as declared by the features. */
export function useMenuEntries(): { go: MenuEntry[]; create: MenuEntry[]; preferences: MenuEntry[] } {
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  const projectId = useCurrentProjectId()
  const features = useFeatures()
  const { language } = i18n
  const actions = useAtomValue(
    // biome-ignore lint/correctness/useExhaustiveDependencies: the texts depend on the language
    useMemo(() => atom((get) => actionsOf(features, get, projectId)), [features, projectId, language]),
  )
  const entries = (group: PaletteAction['group']) =>
    actions
      .filter((action) => action.group === group)
      .map(({ group: _, run, takesTyping = false, ...entry }) => ({
        ...entry,
        run: () => {
          if (takesTyping) bufferKeysUntilFocus()
          if (typeof run === 'string') void navigate(`/${currentSlug()}${run}`)
          else run((path) => void navigate(path))
        },
      }))
  return { go: entries('go'), create: entries('create'), preferences: usePreferences() }
}

function actionsOf(
  features: readonly Feature[],
  get: Getter,
  projectId: string | undefined,
): PaletteAction[] {
  const project = get(joinedProjectsAtom).find(({ id }) => id === projectId)
  const context = { get, project }
  return [
    ...features.flatMap((feature) => sectionsOf(feature, context)),
    ...features.flatMap((feature) => feature.actions?.(context) ?? []),
  ]
}

/**
 * Returns palette entries for all project sections, and for those workspace sections that have a keyboard shortcut.
 */
function sectionsOf(
  { sections = [], projectSections = [] }: Feature,
  { get, project }: PaletteActionContext,
): PaletteAction[] {
  const actions: PaletteAction[] = []
  for (const section of sections) {
    const { id, label, icon, keys, isShown } = section
    if (keys === undefined || isShown?.(get) === false) continue
    actions.push({ id, group: 'go', label: label(), icon, keys, run: sidebarSectionPath(section, get) })
  }
  for (const { id, label, icon, keys, path, isShown } of projectSections) {
    if (project === undefined || isShown?.(get, project) === false) continue
    actions.push({ id, group: 'go', label: label(), icon, ...(keys && { keys }), run: path(project.id) })
  }
  return actions
}

function usePreferences(): MenuEntry[] {
  const { t } = useTranslation()
  const isDark = useTheme().shown.startsWith('dark')
  return [
    {
      id: 'theme',
      label: isDark ? t('shell.theme.toLight') : t('shell.theme.toDark'),
      icon: isDark ? <Sun /> : <Moon />,
      run: () => void chooseTheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'sign-out',
      label: t('shell.signOut'),
      icon: <LogOut />,
      aliases: t('shell.signOutAliases'),
      run: () => void signOutOrConfirm(),
    },
  ]
}
