import { useAtomValue } from 'jotai'
import { Link } from 'react-router'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { peopleAtom } from '../../platform/person/people.ts'
import { AvatarStack } from '../../platform/ui/AvatarStack.tsx'
import { ModuleStatusIcon } from '../../work/plans/ModuleIcon.tsx'
import { type Measuring, totalText } from '../../work/plans/measure.ts'
import { ProgressRing } from '../../work/plans/ProgressRing.tsx'
import { PlanMenu } from '../plans/PlanMenu.tsx'
import { planPath } from '../plans/plan-type.ts'
import type { PlanCounts } from '../plans/use-counts.ts'
import { modulePlan } from './actions.ts'
import type { ModuleLayoutProps } from './layout.ts'
import { moduleDaysWords } from './words.ts'

/** The gallery layout: one card per module. */
export function ModuleCards({ modules, archived, counts, measuring }: ModuleLayoutProps) {
  const { t } = useTranslation()
  return (
    <div className="scroll-quiet flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto p-4">
      {modules.length > 0 && (
        <Cards label={t('modules.current')} modules={modules} counts={counts} measuring={measuring} />
      )}
      {archived.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="text-sm font-medium text-soft">{t('modules.archivedSection')}</h2>
          <Cards
            label={t('modules.archivedSection')}
            modules={archived}
            counts={counts}
            measuring={measuring}
          />
        </section>
      )}
    </div>
  )
}

interface CardsProps {
  label: string
  modules: readonly ModuleRow[]
  counts: ReadonlyMap<string, PlanCounts>
  measuring: Measuring
}

function Cards({ label, modules, counts, measuring }: CardsProps) {
  return (
    <ul aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))] gap-3">
      {modules.map((module) => (
        <Card key={module.id} module={module} counts={counts.get(module.id)} measuring={measuring} />
      ))}
    </ul>
  )
}

/** The number of avatars on a card; the rest is shown as a number. */
const faces = 4

interface CardProps {
  module: ModuleRow
  counts: PlanCounts | undefined
  measuring: Measuring
}

function Card({ module, counts, measuring }: CardProps) {
  const { t, i18n } = useTranslation()
  const ids = new Set([...(module.lead_id === null ? [] : [module.lead_id]), ...module.member_ids])
  const people = useAtomValue(peopleAtom([...ids].join(',')))
  const days = moduleDaysWords(module, i18n.language)
  return (
    <li className="relative flex min-h-36 flex-col gap-2 rounded-lg border border-line p-3.5 hover:bg-hover">
      <span className="flex items-center gap-2">
        <ModuleStatusIcon status={module.status} />
        <Link
          dir="auto"
          to={planPath('modules', module)}
          className="min-w-0 flex-1 truncate font-medium outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-focus"
        >
          {module.name}
        </Link>
        <PlanMenu type={modulePlan} plan={module} />
      </span>
      {days !== '' && <span className="text-sm text-faint tabular">{days}</span>}
      {module.description !== '' && (
        <p dir="auto" className="line-clamp-2 text-sm text-soft">
          {module.description}
        </p>
      )}
      <span className="mt-auto flex items-center gap-3 text-sm whitespace-nowrap text-faint tabular">
        {counts && <ProgressRing counts={counts} measure={measuring.measure} />}
        {counts && <span>{totalText(counts, measuring)}</span>}
        <span className="ml-auto" />
        {people.length > 0 && (
          <AvatarStack
            label={t('modules.members')}
            people={people.map(({ id, display_name, avatar_url }) => ({
              id,
              name: display_name,
              src: avatar_url,
            }))}
            max={faces}
            size="xs"
          />
        )}
      </span>
    </li>
  )
}
