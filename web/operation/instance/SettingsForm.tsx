import { type FormEvent, useState } from 'react'
import english from '#common/locales/en/operation.json' with { type: 'json' }
import type { ConfigurationRow } from '#common/operation/instance/schema.ts'
import { isSettingKey, settingDeclaration } from '#common/operation/instance/settings.ts'
import { t, useTranslation } from '../../locales/i18n.ts'
import { Badge } from '../../platform/ui/Badge.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { PasswordInput } from '../../platform/ui/PasswordInput.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { useWarnIfUnsaved } from '../../platform/ui/unsaved.ts'
import type { InstanceSettings } from './use-settings.ts'

interface Props {
  rows: readonly ConfigurationRow[]
  save: InstanceSettings['save']
}

/** A form for the settings in `rows`. Switches are saved immediately. Text fields are saved with a button. */
export function SettingsForm({ rows, save }: Props) {
  const { t } = useTranslation()
  const [drafts, setDrafts] = useState<Record<string, string>>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const isChanged = Object.keys(drafts).length > 0
  useWarnIfUnsaved(isChanged)

  async function saveAndReport(values: Record<string, string | boolean>): Promise<boolean> {
    setSaving(true)
    const found = await save(values)
    setProblems(found)
    setSaving(false)
    return Object.keys(found).length === 0
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const stored = Object.entries(drafts).map(([key, value]) => [key, isSize(key) ? inBytes(value) : value])
    if (isChanged && (await saveAndReport(Object.fromEntries(stored)))) setDrafts({})
  }

  function draft(row: ConfigurationRow, value: string) {
    const { [row.key]: _, ...others } = drafts
    // Secrets are never shown. If the user empties the field of a secret, the secret is removed. A field that
    // the user has not touched changes nothing.
    setDrafts(value === shownValue(row) && row.kind !== 'secret' ? others : { ...others, [row.key]: value })
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      {rows.map((row) =>
        row.kind === 'switch' ? (
          <SwitchRow
            key={row.key}
            row={row}
            problem={problems[row.key]}
            onTurn={(isOn) => void saveAndReport({ [row.key]: isOn })}
          />
        ) : (
          <WrittenRow
            key={row.key}
            row={row}
            value={drafts[row.key] ?? shownValue(row)}
            problem={problems[row.key]}
            onChange={(value) => draft(row, value)}
          />
        ),
      )}
      {isChanged && (
        <div className="flex gap-2">
          <Button type="submit" variant="primary" loading={saving}>
            {t('instance.save')}
          </Button>
          <Button
            onClick={() => {
              setDrafts({})
              setProblems({})
            }}
          >
            {t('ui.cancel')}
          </Button>
        </div>
      )}
    </form>
  )
}

interface SwitchRowProps {
  row: ConfigurationRow
  problem: string | undefined
  onTurn: (isOn: boolean) => void
}

function SwitchRow({ row, problem, onTurn }: SwitchRowProps) {
  return (
    <div className="flex flex-col gap-1">
      <Switch
        checked={row.value === '1'}
        disabled={row.source === 'environment'}
        onChange={onTurn}
        hint={hintOf(row.key)}
      >
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {labelOf(row.key)}
          <Source row={row} />
        </span>
      </Switch>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

interface WrittenRowProps {
  row: ConfigurationRow
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

function WrittenRow(props: WrittenRowProps) {
  const { row, problem } = props
  return (
    <Field
      label={
        <>
          {labelOf(row.key)}
          <Source row={row} />
        </>
      }
      hint={hintOf(row.key)}
      error={problem}
    >
      <SettingInput {...props} />
    </Field>
  )
}

/** The field for the text, the number or the secret of a setting. */
function SettingInput({ row, value, onChange }: WrittenRowProps) {
  const { t } = useTranslation()
  const shared = {
    value,
    readOnly: row.source === 'environment',
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  const secretSet = row.kind === 'secret' && row.is_set ? t('instance.secretSet') : ''
  if (isLong(row.key))
    return <Textarea {...shared} rows={4} className="font-mono text-sm" placeholder={secretSet} />
  if (row.kind === 'secret')
    return <PasswordInput {...shared} autoComplete="new-password" placeholder={secretSet} />
  return (
    <Input
      {...shared}
      inputMode={row.kind === 'number' ? (isSize(row.key) ? 'decimal' : 'numeric') : undefined}
      placeholder={isSize(row.key) ? inMegabytes(row.default) : row.default}
    />
  )
}

/** Shows the source of the effective value, such as an environment variable. */
function Source({ row }: { row: ConfigurationRow }) {
  const { t } = useTranslation()
  return (
    <Badge tone={row.source === 'environment' ? 'warn' : 'neutral'}>
      {t(`instance.source.${row.source}`)}
    </Badge>
  )
}

function labelOf(key: string): string {
  return isSettingKey(key) ? t(`instance.settings.${key}`) : key
}

type Hint = keyof typeof english.instance.hints

function hintOf(key: string): string | undefined {
  return Object.hasOwn(english.instance.hints, key) ? t(`instance.hints.${key as Hint}`) : undefined
}

/** Sizes are stored in bytes, which existing API clients expect, but entered in megabytes. */
const megabyte = 1024 ** 2

function isSize(key: string): boolean {
  return isSettingKey(key) && settingDeclaration(key).unit === 'bytes'
}

function shownValue({ key, value }: ConfigurationRow): string {
  return isSize(key) ? inMegabytes(value) : value
}

function inMegabytes(bytes: string): string {
  return bytes === '' ? '' : String(Number((Number(bytes) / megabyte).toFixed(2)))
}

/**
 * Converts megabytes to bytes. Text that is not a number is sent unchanged, so that the server returns the
 * validation error.
 */
function inBytes(typed: string): string {
  const size = Number(typed.trim().replace(',', '.'))
  return typed.trim() === '' || Number.isNaN(size) ? typed : String(Math.round(size * megabyte))
}

function isLong(key: string): boolean {
  return key.endsWith('_CERTIFICATE') || key.endsWith('_PRIVATE_KEY')
}
