import { Check } from 'lucide-react'
import { useState } from 'react'
import {
  maxWorkspaceNameLength,
  maxWorkspaceSlugLength,
  suggestSlug,
  workspaceNameProblem,
  workspaceSlugProblem,
} from '#common/organization/workspaces/rules.ts'
import type { WorkspaceResponse } from '#common/organization/workspaces/schema.ts'
import { AuthNotice } from '../../identity/sign-in/AuthNotice.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { type Form, useForm } from '../../platform/ui/use-form.ts'
import { type OrganizationSize, OrganizationSizeSelect } from './OrganizationSizeSelect.tsx'
import { useNameAvailability } from './use-availability.ts'

interface CreateWorkspaceFormProps {
  /**
   * The call that creates the workspace. `createInstanceWorkspace` is for instance admins and works even if
   * users may not create workspaces.
   */
  call?: 'createWorkspace' | 'createInstanceWorkspace'
  onDone: (workspace: WorkspaceResponse) => void
}

interface NewWorkspace {
  name: string
  /** The slug that the user typed. Null while the slug is derived from the name. */
  ownSlug: string | null
  organization_size: OrganizationSize | null
}

/**
 * The form for a new workspace with name, slug and size. The slug is derived from the name until the user
 * edits the slug.
 */
export function CreateWorkspaceForm({ call = 'createWorkspace', onDone }: CreateWorkspaceFormProps) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const form: Form<NewWorkspace> = useForm<NewWorkspace>({
    saved: { name: '', ownSlug: null, organization_size: null },
    firstFocus: 'name',
    check: () => ({
      name: nameProblem && t(`workspaces.nameProblem.${nameProblem}`),
      ownSlug: slugProblem
        ? t(`workspaces.slugProblem.${slugProblem}`)
        : isTaken && t('workspaces.slugTaken'),
    }),
    send: async ({ name, organization_size }) =>
      onDone(await request(call, { body: { name, slug, organization_size } })),
    explain: (error) => {
      if (!(error instanceof RequestError && error.code === 'conflict')) return words(error)
      setTakenSlug(slug)
      return { ownSlug: t('workspaces.slugTaken') }
    },
  })
  const [takenSlug, setTakenSlug] = useState<string | null>(null)
  const { name, ownSlug, organization_size } = form.values
  const slug = ownSlug ?? suggestSlug(name)
  const nameProblem = workspaceNameProblem(name)
  const slugProblem = workspaceSlugProblem(slug)
  const availability = useNameAvailability(slugProblem === null ? slug : null, isSlugFree)
  const isTaken = availability === 'taken' || takenSlug === slug

  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      {form.refusal !== null && <AuthNotice kind="error">{form.refusal}</AuthNotice>}
      <Field label={t('workspaces.name')} name="name" error={form.problem('name')}>
        <Input
          size="lg"
          autoComplete="organization"
          maxLength={maxWorkspaceNameLength}
          placeholder={t('workspaces.namePlaceholder')}
          {...form.text('name')}
        />
      </Field>
      <Field
        label={t('workspaces.slug')}
        name="slug"
        hint={<SlugHint slug={slug} availability={availability} />}
        error={
          isTaken
            ? t('workspaces.slugTaken')
            : (form.tried || ownSlug !== null) && slugProblem && t(`workspaces.slugProblem.${slugProblem}`)
        }
      >
        <Input
          ref={form.field('ownSlug')}
          size="lg"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxWorkspaceSlugLength}
          value={slug}
          onChange={(event) => form.set({ ownSlug: event.target.value.toLowerCase() })}
        />
      </Field>
      <Field label={t('workspaces.size')} optional>
        <OrganizationSizeSelect
          value={organization_size}
          onChange={(chosen) => form.set({ organization_size: chosen })}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={form.sending}>
        {t('workspaces.create')}
      </Button>
    </form>
  )
}

function SlugHint({ slug, availability }: { slug: string; availability: string }) {
  const { t } = useTranslation()
  // Before the user has typed a name, the hint shows to which address the slug belongs.
  const address = `${location.host}/${slug || '…'}`
  return (
    <span className="flex flex-wrap items-center gap-x-1.5" aria-live="polite">
      <span dir="ltr" className="min-w-0 break-all">
        {address}
      </span>
      {slug === '' && <span>{t('workspaces.slugHint')}</span>}
      {availability === 'checking' && <span>{t('workspaces.slugChecking')}</span>}
      {availability === 'free' && (
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
