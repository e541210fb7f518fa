import { useNavigate } from 'react-router'
import { lazyLiveTitle } from '../../documents/editor/DocumentTitle.tsx'
import { bufferKeysUntilFocus } from '../../platform/ui/buffer-keys-until-focus.ts'
import { isTouchDevice } from '../../platform/ui/use-media-query.ts'
import { usePreload } from '../../platform/ui/use-preload.ts'
import { createPage, type PagePlacement } from './actions.ts'
import { pagePath } from './paths.ts'
import type { PageTemplateContent } from './templates.ts'

/** Milliseconds until buffered key presses are dropped if the new page does not open. */
const openTimeoutMs = 20_000

/**
 * Returns a function that creates a page and opens it. Keys that the user types meanwhile go into the title, unless a
 * template sets the title or the device is a touch device.
 */
export function useCreatePage(projectId: string | null) {
  const navigate = useNavigate()
  usePreload(lazyLiveTitle)
  return async (placement: PagePlacement, content?: PageTemplateContent): Promise<void> => {
    const takesTyping = !content?.name && !isTouchDevice()
    const release = takesTyping ? bufferKeysUntilFocus(openTimeoutMs) : undefined
    const isCreated = await createAndOpenPage(projectId, navigate, placement, content)
    if (!isCreated) release?.()
  }
}

/** Creates a page and opens it. Returns false if the page could not be created. */
export async function createAndOpenPage(
  projectId: string | null,
  navigate: (path: string) => void | Promise<void>,
  placement: PagePlacement,
  content?: PageTemplateContent,
): Promise<boolean> {
  const id = await createPage(projectId, placement, content)
  if (id !== null) await navigate(pagePath(projectId, id))
  return id !== null
}
