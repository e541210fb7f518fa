import { atom } from 'jotai'
import { t } from '../../locales/i18n.ts'
import { store } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { toast } from '../../platform/ui/toast.ts'
import { setWarnBeforeClose } from '../../platform/uploads/close-warning.ts'
import { intakePath } from '../../work/cycles-modules-epics/intake-paths.ts'

export interface IntakeRequest {
  slug: string
  project_id: string
  name: string
  text: string
  files: readonly File[]
}

interface RejectedRequest extends IntakeRequest {
  /** Opens a path of the app. It is needed if the user has switched to another workspace in the meantime. */
  goTo: (path: string) => unknown
}

interface IntakeFormState extends Pick<IntakeRequest, 'slug' | 'project_id'> {
  /** The rejected request that the form shows again. */
  rejected?: RejectedRequest
}

/** The form in which an item is submitted, or null while the dialog is closed. */
export const intakeFormAtom = atom<IntakeFormState | null>(null)

/**
 * The requests that the server rejected, oldest first. They are only in the memory of this tab, so the browser asks
 * before the tab closes.
 */
const rejected = new Set<RejectedRequest>()

/** The toasts of all rejected requests have this id, so that a new toast replaces the previous one. */
const toastId = 'intake-rejected'

/** Opens the form, with the oldest rejected request of the project if there is one. */
export function openIntakeForm(project_id: string): void {
  const request = [...rejected].find((one) => one.project_id === project_id)
  show({ slug: currentSlug(), project_id, ...(request && { rejected: request }) })
}

/** Stores a request that the server rejected, and offers to open the form with it again. */
export function offerAgain(request: RejectedRequest): void {
  rejected.add(request)
  setWarnBeforeClose(request, true)
  offer(request)
}

/** Closes the form and discards the rejected request that it showed. Then offers the next rejected request. */
export function closeIntakeForm(): void {
  const shown = store.get(intakeFormAtom)?.rejected
  store.set(intakeFormAtom, null)
  if (shown !== undefined) {
    rejected.delete(shown)
    setWarnBeforeClose(shown, false)
  }
  const [next] = rejected
  if (next !== undefined) offer(next)
}

function offer(request: RejectedRequest): void {
  toast.error(t('intake.rejected', { name: request.name }), {
    id: toastId,
    text: t('intake.rejectedText'),
    action: { label: t('intake.openAgain'), onPress: () => void reopen(request) },
  })
}

/** Opens the form with a rejected request, in its workspace. If another form is open, that form stays open. */
async function reopen(request: RejectedRequest): Promise<void> {
  const { slug, project_id, goTo } = request
  if (store.get(intakeFormAtom) !== null) return
  if (slug !== currentSlug()) await goTo(intakePath(project_id, 'open', null, slug))
  if (rejected.has(request)) show({ slug, project_id, rejected: request })
}

function show(form: IntakeFormState): void {
  toast.dismiss(toastId)
  store.set(intakeFormAtom, form)
}
