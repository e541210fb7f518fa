import { Check, FileText, FolderPlus, ListTodo, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { openCreateProject } from '../../organization/projects/create.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { openCreateWorkItem } from '../../work/work-items/create.ts'
import { useCompletedOnboardingSteps } from './use-first-steps.ts'

/** Onboarding checklist. Each step is checked as soon as it is done. */
export function OnboardingChecklist() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const done = useCompletedOnboardingSteps()
  if (done === null) return null
  const { hasProject, canJoinProject, canCreateItems, hasItems, hasColleagues, pagesIn, hasPages } = done
  return (
    <section
      aria-labelledby="first-steps"
      className="flex flex-col gap-1 rounded-lg border border-line bg-raised px-5 pt-4 pb-2"
    >
      <h2 id="first-steps" className="text-lg font-strong">
        {t('home.steps.title')}
      </h2>
      <p className="mb-2 text-soft">{t('home.steps.text')}</p>
      <ol className="divide-y divide-line">
        <Step
          icon={<FolderPlus />}
          isDone={hasProject}
          title={t('home.steps.project')}
          text={t('home.steps.projectText')}
        >
          <Button
            variant={canJoinProject ? 'line' : 'primary'}
            keys="n p"
            onClick={() => openCreateProject()}
          >
            {t('shell.newProject')}
          </Button>
        </Step>
        <Step
          icon={<ListTodo />}
          isDone={hasItems}
          title={t('home.steps.item')}
          text={t('home.steps.itemText')}
        >
          <Button
            variant={canCreateItems ? 'primary' : 'line'}
            keys="n i"
            disabled={!canCreateItems}
            onClick={() => openCreateWorkItem()}
          >
            {t('workItems.new')}
          </Button>
        </Step>
        {pagesIn !== null && (
          <Step
            icon={<FileText />}
            isDone={hasPages}
            title={t('home.steps.page')}
            text={t('home.steps.pageText')}
          >
            <Button onClick={() => void navigate(`/${currentSlug()}/projects/${pagesIn}/pages`)}>
              {t('home.steps.pageButton')}
            </Button>
          </Step>
        )}
        <Step
          icon={<UserPlus />}
          isDone={hasColleagues}
          title={t('home.steps.invite')}
          text={t('home.steps.inviteText')}
        >
          <Button onClick={() => void navigate(`/${currentSlug()}/settings/members`)}>
            {t('shell.invite')}
          </Button>
        </Step>
      </ol>
    </section>
  )
}

interface StepProps {
  icon: ReactNode
  isDone: boolean
  title: string
  text: string
  children: ReactNode
}

function Step({ icon, isDone, title, text, children }: StepProps) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <span
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-full border border-line',
          isDone ? 'bg-ok/12 text-ok' : 'bg-sunken text-icon-faint',
        )}
      >
        {isDone ? <Check role="img" aria-label={t('home.steps.done')} /> : icon}
      </span>
      <span className="min-w-50 flex-1">
        <span className={cx('block font-medium', isDone && 'text-soft')}>{title}</span>
        {!isDone && <span className="block text-sm text-soft">{text}</span>}
      </span>
      {!isDone && children}
    </li>
  )
}
