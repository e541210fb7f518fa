import { useAtomValue } from 'jotai'
import { type ReactNode, useCallback, useState } from 'react'
import { autoCloseStateGroups, maxAutomationMonths } from '#common/work/automations/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { statesAtom } from '../states/atoms.ts'
import { AffectedItems } from './AffectedItems.tsx'
import { type AutomationsPreview, loadAutomationsPreview, setAutomations } from './actions.ts'

/** Number of months that is preselected when an automation is switched on. */
const defaultMonths = 3

export function AutomationCards({ project }: { project: Project }) {
  const { t } = useTranslation()
  // An automation that is off also needs a number of months, because its preview is shown too.
  const [archiveMonths, setArchiveMonths] = useState(project.archive_in || defaultMonths)
  const [closeMonths, setCloseMonths] = useState(project.close_in || defaultMonths)
  const [archiveIn, closeIn] = [project.archive_in || archiveMonths, project.close_in || closeMonths]
  const [preview, setPreview] = useState<AutomationsPreview | null>(null)
  const { id, default_state } = project
  const { status, retry } = useLoadState(
    useCallback(async () => {
      // This value is a dependency of the preview: the server closes items into a state that depends on the
      // default state.
      void default_state
      setPreview(await loadAutomationsPreview(id, archiveIn, closeIn))
    }, [id, archiveIn, closeIn, default_state]),
  )
  if (status === 'error') return <LoadError onRetry={retry} />
  return (
    <>
      <Card
        isOn={project.archive_in > 0}
        title={t('automations.archive')}
        text={t('automations.archiveText')}
        onSwitch={(isOn) => void setAutomations(project, { archive_in: isOn ? archiveMonths : 0 })}
      >
        <Months
          value={archiveIn}
          onChange={(months) => {
            setArchiveMonths(months)
            if (project.archive_in > 0) void setAutomations(project, { archive_in: months })
          }}
        />
        <AffectedItems
          of={project}
          affected={preview?.archives ?? null}
          title={(count) =>
            t(project.archive_in > 0 ? 'automations.archives' : 'automations.wouldArchive', { count })
          }
        />
      </Card>
      <Card
        isOn={project.close_in > 0}
        title={t('automations.close')}
        text={t('automations.closeText')}
        onSwitch={(isOn) => void setAutomations(project, { close_in: isOn ? closeMonths : 0 })}
      >
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <Months
            value={closeIn}
            onChange={(months) => {
              setCloseMonths(months)
              if (project.close_in > 0) void setAutomations(project, { close_in: months })
            }}
          />
          <ClosingState project={project} value={preview?.closes_into ?? null} />
        </div>
        <AffectedItems
          of={project}
          affected={preview?.closes ?? null}
          title={(count) =>
            t(project.close_in > 0 ? 'automations.closes' : 'automations.wouldClose', { count })
          }
        />
      </Card>
    </>
  )
}

interface CardProps {
  isOn: boolean
  title: string
  text: string
  onSwitch: (isOn: boolean) => void
  children: ReactNode
}

function Card({ isOn, title, text, onSwitch, children }: CardProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-4 rounded-lg border border-line px-4 py-3">
      <Switch checked={isOn} onChange={onSwitch} hint={text}>
        {title}
      </Switch>
      {children}
    </section>
  )
}

function Months({ value, onChange }: { value: number; onChange: (months: number) => void }) {
  const { t } = useTranslation()
  return (
    <Field label={t('automations.after')}>
      <Select
        value={String(value)}
        onChange={(months) => onChange(Number(months))}
        options={Array.from({ length: maxAutomationMonths }, (_, at) => ({
          value: String(at + 1),
          label: t('automations.months', { count: at + 1 }),
        }))}
      />
    </Field>
  )
}

/**
 * Selects the state into which the automation closes items. Until the user chooses one, the state that the
 * server would use is preselected.
 */
function ClosingState({ project, value }: { project: Project; value: string | null }) {
  const { t } = useTranslation()
  const states = useAtomValue(statesAtom(project.id)).filter(({ group }) =>
    autoCloseStateGroups.some((one) => one === group),
  )
  const own = states.find(({ id }) => id === project.default_state)?.id
  return (
    <Field label={t('automations.into')}>
      <Select
        value={own ?? value}
        onChange={(default_state) => void setAutomations(project, { default_state })}
        placeholder={t('automations.noState')}
        options={states.map(({ id, name, group, color }) => ({
          value: id,
          label: name,
          icon: <StateIcon group={group} color={color} />,
        }))}
      />
    </Field>
  )
}
