import { Check } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import {
  organizationSizes,
  slugFrom,
  workspaceNameLength,
  workspaceNameProblem,
  workspaceSlugLength,
  workspaceSlugProblem,
} from '#common/organization/workspaces/rules.ts'
import type { WorkspaceAnswer } from '#common/organization/workspaces/schema.ts'
import { Notice } from '../../identity/sign-in/Notice.tsx'
import { useProblemWords } from '../../identity/sign-in/problems.ts'
import { useFirstFocus } from '../../identity/sign-in/use-first-focus.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { useAvailability } from './use-availability.ts'

interface CreateWorkspaceFormProps {
  /** Admins of the installation make one by a call of their own. */
  call?: 'createWorkspace' | 'createInstanceWorkspace'
  onDone: (workspace: WorkspaceAnswer) => void
}

/** Name, address and size. The address follows the name until somebody writes their own. */
export function CreateWorkspaceForm({ call = 'createWorkspace', onDone }: CreateWorkspaceFormProps) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const nameField = useFirstFocus()
  const slugField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string | null>(null)
  const [size, setSize] = useState<(typeof organizationSizes)[number] | null>(null)
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [takenSlug, setTakenSlug] = useState<string | null>(null)
  const slug = ownSlug ?? slugFrom(name)
  const nameProblem = workspaceNameProblem(name)
  const slugProblem = workspaceSlugProblem(slug)
  const asked = useAvailability(slugProblem === null ? slug : null, isSlugFree)
  const isTaken = asked === 'taken' || takenSlug === slug

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    setRefusal(null)
    if (nameProblem !== null) return nameField.current?.focus()
    if (slugProblem !== null || isTaken) return slugField.current?.focus()
    setSending(true)
    try {
      onDone(await request(call, { body: { name, slug, organization_size: size } }))
    } catch (error) {
      if (error instanceof RequestError && error.code === 'conflict') {
        setTakenSlug(slug)
        slugField.current?.focus()
      } else setRefusal(words(error))
      setSending(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      {refusal !== null && <Notice kind="error">{refusal}</Notice>}
      <Field
        label={t('workspaces.name')}
        name="name"
        error={tried && nameProblem && t(`workspaces.nameProblem.${nameProblem}`)}
      >
        <Input
          ref={nameField}
          size="lg"
          autoComplete="organization"
          maxLength={workspaceNameLength}
          placeholder={t('workspaces.namePlaceholder')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field
        label={t('workspaces.slug')}
        name="slug"
        hint={slug === '' ? t('workspaces.slugHint') : <SlugHint slug={slug} asked={asked} />}
        error={
          isTaken
            ? t('workspaces.slugTaken')
            : (tried || ownSlug !== null) && slugProblem && t(`workspaces.slugProblem.${slugProblem}`)
        }
      >
        <Input
          ref={slugField}
          size="lg"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={workspaceSlugLength}
          value={slug}
          onChange={(event) => setOwnSlug(event.target.value.toLowerCase())}
        />
      </Field>
      <Field label={t('workspaces.size')} optional>
        <Select
          size="lg"
          value={size}
          onChange={setSize}
          placeholder={t('workspaces.sizePlaceholder')}
          options={organizationSizes.map((value) => ({
            value,
            label: value === 'Just myself' ? t('workspaces.justMe') : value,
          }))}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={sending}>
        {t('workspaces.create')}
      </Button>
    </form>
  )
}

function SlugHint({ slug, asked }: { slug: string; asked: string }) {
  const { t } = useTranslation()
  const address = `${location.host}/${slug}`
  return (
    <span className="flex flex-wrap items-center gap-x-1.5" aria-live="polite">
      <span className="min-w-0 break-all">{address}</span>
      {asked === 'checking' && <span>{t('workspaces.slugChecking')}</span>}
      {asked === 'free' && (
        <span className="inline-flex items-center gap-1 text-ok">
          <Check className="size-3.5" aria-hidden />
          {t('workspaces.slugFree')}
        </span>
      )}
    </span>
  )
}

async function isSlugFree(slug: string, signal: AbortSignal): Promise<boolean> {
  return (await request('checkWorkspaceSlug', { query: { slug } }, { signal })).status
}
