import { useAtomValue } from 'jotai'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Me, OnboardingStep, Profile, UserSettings } from '#common/identity/users/schema.ts'
import { AuthPage } from '../../identity/sign-in/AuthPage.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request, store } from '../../platform/app/sync.ts'
import { profileAtom } from '../../platform/person/profile.ts'
import { meAtom, reloadSession, settingsAtom } from '../../platform/person/session.ts'
import { SignOutDialog, signOutOrConfirm } from '../../platform/shell/SignOutDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { InvitePeople } from '../workspaces/InvitePeople.tsx'
import { SampleProjectOffer } from '../workspaces/SampleProjectOffer.tsx'
import { ProfileStep } from './ProfileStep.tsx'
import { StepDots } from './StepDots.tsx'
import { WorkspaceStep } from './WorkspaceStep.tsx'

const steps = ['profile', 'workspace', 'invite', 'sample'] as const
type Step = (typeof steps)[number]

/** The step to which the user can return. A workspace that was created cannot be created differently. */
const previousSteps: Record<Step, Step | null> = {
  profile: null,
  workspace: 'profile',
  invite: null,
  sample: 'invite',
}

/** The onboarding after sign-up: profile, workspace, invitations and sample project. */
export function Onboarding() {
  const me = useAtomValue(meAtom)
  const profile = useAtomValue(profileAtom)
  const settings = useAtomValue(settingsAtom)
  if (me === null || profile === null || settings === null) return null
  return <Wizard me={me} profile={profile} settings={settings} />
}

interface WizardProps {
  me: Me
  profile: Profile
  settings: UserSettings
}

function Wizard({ me, profile, settings }: WizardProps) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const navigate = useNavigate()
  const [slug, setSlug] = useState(
    settings.workspace.last_workspace_slug ?? settings.workspace.fallback_workspace_slug,
  )
  const [hasInvited, setHasInvited] = useState(false)
  const home = slug === null ? '/create-workspace' : `/${slug}`
  const [step, setStep] = useState(() => firstOpenStep(profile.onboarding_step, slug !== null))

  // Invited users have fewer steps. The number is fixed at the start, so that it does not change during onboarding.
  const [isInvited] = useState(
    !profile.onboarding_step.workspace_create && (slug !== null || settings.workspace.invites > 0),
  )

  // An invited user who is at the step `invite` has already joined a workspace. No step remains, so the
  // onboarding ends immediately.
  const [hasJoined, setHasJoined] = useState(() => isInvited && step === 'invite')

  /** Saves each step on the server, so that a reload continues there. */
  async function finish(done: Partial<OnboardingStep>, next: Step) {
    try {
      store.set(profileAtom, await request('updateProfile', { body: { onboarding_step: done } }))
      setStep(next)
    } catch (error) {
      toast.error(words(error))
    }
  }

  async function start(path: string) {
    try {
      await request('setOnboarded', { body: { is_onboarded: true } })
      await reloadSession()
      await navigate(path)
    } catch (error) {
      toast.error(words(error))
      setHasJoined(false)
    }
  }

  useOnce(hasJoined, () => void start(home))
  if (hasJoined) return null

  const previous = previousSteps[step]

  return (
    <AuthPage
      key={step}
      wide
      title={t(`onboarding.${step}.title`)}
      text={t(`onboarding.${step}.text`)}
      footer={
        <div className="flex items-center justify-between gap-3 border-t border-line pt-4">
          <span className="flex items-center gap-2">
            {previous !== null && (
              <IconButton
                label={t('ui.back')}
                icon={<ArrowLeft />}
                className="-ms-2"
                onClick={() => setStep(previous)}
              />
            )}
            {(!isInvited || step === 'invite' || step === 'sample') && (
              <StepDots at={steps.indexOf(step)} of={steps.length} />
            )}
          </span>
          {step === 'invite' ? (
            <Skip isDone={hasInvited} onPress={() => void finish({ workspace_invite: true }, 'sample')} />
          ) : step === 'sample' ? (
            <Button variant="ghost" onClick={() => void start(home)}>
              {t('onboarding.startEmpty')}
            </Button>
          ) : (
            <Button variant="ghost" onClick={() => void signOutOrConfirm()}>
              {t('onboarding.signOut')}
            </Button>
          )}
          <SignOutDialog />
        </div>
      }
    >
      {step === 'profile' && (
        <ProfileStep
          me={me}
          profile={profile}
          onDone={() => void (slug === null ? finish({ profile_complete: true }, 'workspace') : start(home))}
        />
      )}
      {step === 'workspace' && (
        <WorkspaceStep
          onJoined={(joined) => void start(`/${joined}`)}
          onCreated={(workspace) => {
            setSlug(workspace.slug)
            void finish({ workspace_create: true }, 'invite')
          }}
        />
      )}
      {step === 'invite' && slug !== null && (
        <InvitePeople
          slug={slug}
          onInvited={() => setHasInvited(true)}
          onDone={() => void finish({ workspace_invite: true }, 'sample')}
        />
      )}
      {step === 'sample' && slug !== null && (
        <SampleProjectOffer
          slug={slug}
          onDone={(project) => void start(`/${slug}/projects/${project}/issues`)}
        />
      )}
    </AuthPage>
  )
}

/** The button to the next step. It skips the invitations, or continues after somebody was invited. */
function Skip({ isDone, onPress }: { isDone: boolean; onPress: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant={isDone ? 'primary' : 'ghost'} onClick={onPress}>
      {t(isDone ? 'onboarding.goOn' : 'onboarding.later')}
    </Button>
  )
}

function useOnce(wanted: boolean, run: () => void): void {
  const event = useEffectEvent(run)
  useEffect(() => {
    if (wanted) event()
  }, [wanted])
}

function firstOpenStep(done: OnboardingStep, hasWorkspace: boolean): Step {
  if (!done.profile_complete) return 'profile'
  if (!hasWorkspace) return 'workspace'
  return done.workspace_invite ? 'sample' : 'invite'
}
