import { FileText } from 'lucide-react'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import type { Visited } from './visited.ts'

export function VisitedIcon({ icon, name }: Pick<Visited, 'icon' | 'name'>) {
  if (icon.kind === 'item') return <StateIcon group={icon.group} color={icon.color} />
  if (icon.kind === 'page') return <ProjectLogo logo={icon.logo} name={name} fallback={<FileText />} />
  return <ProjectLogo logo={icon.logo} name={name} />
}
