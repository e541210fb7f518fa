import { useAtomValue } from 'jotai'
import { tables } from '../../platform/app/sync.ts'
import { useIsPrinting } from '../../platform/ui/printing.ts'

interface PrintedTitleProps {
  projectId: string | null
  title: string
}

/** Title of a printed list, because the top bar is not printed. */
export function PrintedTitle({ projectId, title }: PrintedTitleProps) {
  const isPrinting = useIsPrinting()
  const project = useAtomValue(tables.projects.rowAtom(projectId ?? ''))
  if (!isPrinting) return null
  return (
    <h1 dir="auto" className="hidden pb-2 text-lg font-strong print:block">
      {project === undefined ? title : `${project.name} · ${title}`}
    </h1>
  )
}
