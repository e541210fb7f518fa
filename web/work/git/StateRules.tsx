import { useAtomValue } from 'jotai'
import type { GitConnection, GitStateRules } from '#common/work/git/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { statesAtom } from '../states/atoms.ts'
import { updateConnection, useGitErrorToast } from './actions.ts'

interface StateRulesProps {
  connection: GitConnection
  canChange: boolean
  onChange: (connection: GitConnection) => void
}

const triggers = ['branch_state_id', 'opened_state_id', 'merged_state_id'] as const
/** The value of the option "No change", with which items stay in their state. */
const unchanged = 'none'

/**
 * Selects the states that work items get when a branch is created or a pull request is opened or merged.
 * Each choice is saved immediately.
 */
export function StateRules({ connection, canChange, onChange }: StateRulesProps) {
  const { t } = useTranslation()
  const withErrorToast = useGitErrorToast()
  const states = useAtomValue(statesAtom(connection.project_id))
  const { state_rules: rules } = connection

  async function save(change: Partial<GitStateRules>): Promise<void> {
    onChange({ ...connection, state_rules: { ...rules, ...change } })
    try {
      onChange(await withErrorToast(updateConnection(connection, { state_rules: change })))
      toast.ok(t('git.rulesSaved'), { id: connection.id })
    } catch {
      onChange(connection)
    }
  }

  const options = [
    { value: unchanged, label: t('git.noChange') },
    ...states.map(({ id, name, group, color }) => ({
      value: id,
      label: name,
      icon: <StateIcon group={group} color={color} />,
    })),
  ]
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-strong">{t('git.rules')}</legend>
      <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
        {triggers.map((trigger) => (
          <Field key={trigger} label={t(`git.triggers.${trigger}`)}>
            <Select
              disabled={!canChange}
              value={options.some(({ value }) => value === rules[trigger]) ? rules[trigger] : unchanged}
              onChange={(value) => void save({ [trigger]: value === unchanged ? null : value })}
              options={options}
            />
          </Field>
        ))}
      </div>
      <Switch
        checked={rules.returns_when_closed}
        disabled={!canChange}
        onChange={(returns_when_closed) => void save({ returns_when_closed })}
        hint={t('git.returnsText')}
      >
        {t('git.returns')}
      </Switch>
    </fieldset>
  )
}
