import { FileText, type LucideIcon, SquareKanban, Users } from 'lucide-react'
import { useState } from 'react'
import { AuthNotice } from '../../identity/sign-in/AuthNotice.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'

interface SampleProjectOfferProps {
  slug: string
  /** Called with the id of the sample project after it was added. */
  onDone: (projectId: string) => void
}

const parts: { key: 'board' | 'people' | 'pages'; icon: LucideIcon }[] = [
  { key: 'board', icon: SquareKanban },
  { key: 'people', icon: Users },
  { key: 'pages', icon: FileText },
]

/**
 * Describes the sample project and adds it to the workspace. Adding it again does not create a second sample
 * project.
 */
export function SampleProjectOffer({ slug, onDone }: SampleProjectOfferProps) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const [filling, setFilling] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function fill() {
    setFilling(true)
    setRefusal(null)
    try {
      const { project_id } = await request('createSampleWorkspace', { params: { slug } })
      onDone(project_id)
    } catch (error) {
      setRefusal(words(error))
      setFilling(false)
    }
  }

  return (
    <div className="flex flex-col gap-5">
      {refusal !== null && <AuthNotice kind="error">{refusal}</AuthNotice>}
      <ul className="divide-y divide-line rounded-md border border-line bg-sheet">
        {parts.map(({ key, icon: Icon }) => (
          <li key={key} className="flex items-center gap-3 px-3.5 py-2.5">
            <Icon className="size-4 shrink-0 text-icon-faint" aria-hidden />
            {t(`workspaces.sample.${key}`)}
          </li>
        ))}
      </ul>
      <Button variant="primary" size="lg" loading={filling} onClick={() => void fill()}>
        {filling ? t('workspaces.sample.filling') : t('workspaces.sample.fill')}
      </Button>
    </div>
  )
}
