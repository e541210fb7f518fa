import { useAtom } from 'jotai'
import { Globe, LockKeyhole } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  identifierFrom,
  identifierLength,
  identifierProblem,
  normalIdentifier,
  projectNameLength,
  projectNameProblem,
} from '#common/organization/projects/rules.ts'
import type { Network } from '#common/organization/projects/schema.ts'
import { emojiLogo } from '#common/platform/logo.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { Notice } from '../../identity/sign-in/Notice.tsx'
import { useProblemWords } from '../../identity/sign-in/problems.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { myId } from '../../platform/person/me.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { LogoButton } from '../../platform/ui/LogoButton.tsx'
import { RadioGroup } from '../../platform/ui/RadioGroup.tsx'
import { Textarea } from '../../platform/ui/Textarea.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { useAvailability } from '../workspaces/use-availability.ts'
import { createProject } from './actions.ts'
import { createProjectAtom } from './create.ts'
import { isIdentifierFree } from './identifier.ts'
import { LeadPicker } from './LeadPicker.tsx'

/** The dialog behind `n p`, the palette and every "New project" button. */
export function CreateProject() {
  const [open, setOpen] = useAtom(createProjectAtom)
  if (!open) return null
  return <CreateForm onClose={() => setOpen(false)} />
}

const networks: Record<'public' | 'secret', Network> = { public: 2, secret: 0 }
const beginnings = ['🚀', '🧭', '🌱', '🧩', '📦', '🛠️', '🎯', '🌊', '🔭', '🪁']

interface Taken {
  name?: string
  identifier?: string
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const navigate = useNavigate()
  const nameField = useRef<HTMLInputElement>(null)
  const identifierField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [ownIdentifier, setOwnIdentifier] = useState<string | null>(null)
  const [logo, setLogo] = useState<LogoProps>(() => emojiLogo(anyOf(beginnings)))
  const [description, setDescription] = useState('')
  const [found, setFound] = useState<keyof typeof networks>('public')
  const [lead, setLead] = useState<string | null>(myId())
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const [taken, setTaken] = useState<Taken>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const identifier = ownIdentifier ?? identifierFrom(name)
  const nameProblem = taken.name === name.trim() ? 'taken' : projectNameProblem(name)
  const keyProblem = identifier.length > identifierLength ? 'too_long' : identifierProblem(identifier)
  const asked = useAvailability(keyProblem === null ? identifier : null, isIdentifierFree)
  const identifierIsWrong = asked === 'taken' || taken.identifier === identifier ? 'taken' : keyProblem

  async function submit() {
    setTried(true)
    setRefusal(null)
    if (nameProblem !== null) return nameField.current?.focus()
    if (identifierIsWrong !== null) return identifierField.current?.focus()
    setSending(true)
    try {
      const fields = {
        name,
        identifier,
        description,
        logo_props: logo,
        network: networks[found],
        project_lead: lead,
      }
      const id = await createProject(fields)
      onClose()
      toast.ok(t('projects.created', { name: name.trim() }))
      await navigate(`/${currentSlug()}/projects/${id}/issues`)
    } catch (error) {
      explain(error)
      setSending(false)
    }
  }

  function explain(error: unknown) {
    const fields = error instanceof RequestError ? error.fields : {}
    const nameTaken = fields['name']?.includes('PROJECT_NAME_ALREADY_EXIST')
    const keyTaken = fields['identifier']?.includes('PROJECT_IDENTIFIER_ALREADY_EXIST')
    if (nameTaken || keyTaken)
      setTaken({ ...(nameTaken && { name: name.trim() }), ...(keyTaken && { identifier }) })
    else setRefusal(words(error))
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('projects.new')}
      size="lg"
      initialFocus={nameField}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary" loading={sending}>
            {t('projects.create')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {refusal !== null && <Notice kind="error">{refusal}</Notice>}
        <div className="flex items-start gap-2.5">
          <LogoButton
            label={t('projects.logo')}
            action={t('projects.chooseLogo')}
            value={logo}
            onChange={setLogo}
            name={name}
          />
          <Field
            className="flex-1"
            label={t('projects.name')}
            error={
              (tried || nameProblem === 'characters') &&
              nameProblem &&
              t(`projects.nameProblem.${nameProblem}`)
            }
          >
            <Input
              ref={nameField}
              size="lg"
              autoComplete="off"
              maxLength={projectNameLength}
              placeholder={t('projects.namePlaceholder')}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Field
            className="w-28 shrink-0"
            label={t('projects.identifier')}
            error={
              (tried || ownIdentifier !== null || identifierIsWrong === 'taken') &&
              identifierIsWrong &&
              t(`projects.identifierProblem.${identifierIsWrong}`)
            }
          >
            <Input
              ref={identifierField}
              size="lg"
              autoComplete="off"
              spellCheck={false}
              maxLength={identifierLength}
              className="uppercase"
              value={identifier}
              onChange={(event) => setOwnIdentifier(normalIdentifier(event.target.value))}
            />
          </Field>
        </div>
        <Field label={t('projects.description')} optional>
          <Textarea
            rows={2}
            placeholder={t('projects.descriptionPlaceholder')}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-medium text-soft">{t('projects.network')}</legend>
          <RadioGroup
            label={t('projects.network')}
            value={found}
            onChange={setFound}
            options={[
              {
                value: 'public',
                label: <Choice icon={<Globe />} text={t('projects.public')} />,
                hint: t('projects.publicHint'),
              },
              {
                value: 'secret',
                label: <Choice icon={<LockKeyhole />} text={t('projects.secret')} />,
                hint: t('projects.secretHint'),
              },
            ]}
          />
        </fieldset>
        <LeadPicker lead={lead} onChange={setLead} />
      </div>
    </Dialog>
  )
}

function Choice({ icon, text }: { icon: React.ReactNode; text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 [&>svg]:size-3.5 [&>svg]:text-icon-faint">
      {icon}
      {text}
    </span>
  )
}

function anyOf(choices: readonly string[]): string {
  return choices[Math.floor(Math.random() * choices.length)] ?? '🚀'
}
