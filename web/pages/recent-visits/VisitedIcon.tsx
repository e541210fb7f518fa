import { FileText } from 'lucide-react'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import type { VisitedEntity } from './visited-entity.ts'

export function VisitedIcon({ icon, name }: Pick<VisitedEntity, 'icon' | 'name'>) {
  if (icon.kind === 'item') return <StateIcon group={icon.group} color={icon.color} />
  if (icon.kind === 'page') return <ProjectLogo logo={icon.logo} name={name} fallback={<FileText />} />
  return <ProjectLogo logo={icon.logo} name={name} />
}
