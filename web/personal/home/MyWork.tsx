import { useAtomValue } from 'jotai'
import { useTranslation } from '../../locales/i18n.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { DueSections } from './DueSections.tsx'
import { useDueItems, useItemsDueSoon, useStartedItems } from './due-items.ts'
import { HomeSection } from './HomeSection.tsx'
import { useShowOnboardingChecklist } from './use-first-steps.ts'

/**
 * The user's items: overdue, due today, due soon and started. Renders nothing while the user has no project
 * or the onboarding checklist is shown.
 */
export function MyWork() {
  const { t } = useTranslation()
  const hasProjects = useAtomValue(joinedProjectsAtom).length > 0
  const due = useDueItems()
  const soon = useItemsDueSoon()
  const started = useStartedItems()
  const isBeginning = useShowOnboardingChecklist([due, started])
  if (!hasProjects || isBeginning) return null
  // All lists appear together, because a list that appears alone would move the lists below it.
  const isLoading = isBeginning === null || [due, soon, started].some(({ status }) => status === 'loading')
  if (isLoading)
    return (
      <HomeSection title={t('home.workTitle')} isLoading>
        {null}
      </HomeSection>
    )
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <DueSections due={due} soon={soon} started={started} />
    </div>
  )
}
