import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeIntakeForm, intakeFormAtom, offerAgain, openIntakeForm } from '#web/planning/intake/form.ts'
import { store } from '#web/platform/app/sync.ts'
import { currentSlug, workspaceAtom } from '#web/platform/shell/workspace.ts'
import { attachToastLayer } from '#web/platform/ui/toast.ts'

interface ShownToast {
  title: string
  reopen: () => void
}

let toast: ShownToast | null = null
let visited: string[] = []
let detach = () => {}

beforeEach(() => {
  toast = null
  visited = []
  store.set(workspaceAtom, { slug: 'here', id: null, status: 'ready' })
  detach = attachToastLayer({
    show: (_, { title, action }) => {
      toast = { title, reopen: () => action?.onPress() }
    },
    dismiss: () => {
      toast = null
    },
  })
})
afterEach(() => detach())

/** Returns the title of the current toast. A function call prevents TypeScript from assuming the assigned value. */
const title = () => toast?.title ?? null
const shownName = () => store.get(intakeFormAtom)?.rejected?.name
function reject(name: string, slug = 'here', project_id = 'p'): void {
  const goTo = (path: string) => {
    visited.push(path)
    store.set(workspaceAtom, { slug, id: null, status: 'ready' })
  }
  offerAgain({ slug, project_id, name, text: '', files: [], goTo })
}

test('each rejected request is offered again, until its form is closed', () => {
  reject('One')
  reject('Two')
  expect(store.get(intakeFormAtom)).toBeNull()
  expect(title()).toContain('Two')
  toast?.reopen()
  expect(shownName()).toBe('Two')
  expect(title()).toBeNull()
  closeIntakeForm()
  expect(title()).toContain('One')
  openIntakeForm('p')
  expect(shownName()).toBe('One')
  closeIntakeForm()
  expect(title()).toBeNull()
  openIntakeForm('p')
  expect(shownName()).toBeUndefined()
  closeIntakeForm()
})

test('closing the form of another project does not discard a rejected request', () => {
  openIntakeForm('other')
  reject('One')
  toast?.reopen()
  expect(store.get(intakeFormAtom)?.project_id).toBe('other')
  closeIntakeForm()
  toast?.reopen()
  expect(shownName()).toBe('One')
  closeIntakeForm()
})

test('a rejected request opens in its own workspace', async () => {
  reject('Elsewhere', 'there')
  toast?.reopen()
  await expect.poll(shownName).toBe('Elsewhere')
  expect([visited, currentSlug()]).toEqual([['/there/projects/p/intake'], 'there'])
  closeIntakeForm()
})
