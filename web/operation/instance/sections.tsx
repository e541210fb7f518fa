import {
  Activity,
  Building2,
  Files,
  GitBranch,
  KeyRound,
  ListTodo,
  Mail,
  ScrollText,
  SlidersHorizontal,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type english from '#common/locales/en/operation.json'
import { t } from '../../locales/i18n.ts'

type Name = keyof typeof english.instance.sections

const icons: Record<Name, ReactNode> = {
  general: <SlidersHorizontal />,
  authentication: <KeyRound />,
  email: <Mail />,
  files: <Files />,
  github: <GitBranch />,
  workspaces: <Building2 />,
  people: <Users />,
  jobs: <ListTodo />,
  health: <Activity />,
  audit: <ScrollText />,
}

/** Returns the instance admin screens in the order of the sidebar. */
export function instanceSections(): { path: string; label: string; icon: ReactNode }[] {
  const names = Object.keys(icons) as Name[]
  return names.map((name) => ({
    path: `/admin/${name}`,
    label: t(`instance.sections.${name}`),
    icon: icons[name],
  }))
}
