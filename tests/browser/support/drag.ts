import type { Locator } from '@playwright/test'

type Options = Parameters<Locator['dragTo']>[1]

/** Drags by mouse, once the source can be dragged: what drags is loaded after what is shown. */
export async function drag(source: Locator, target: Locator, options?: Options): Promise<void> {
  const draggable = source.locator('xpath=(ancestor-or-self::*|descendant::*)[@draggable="true"]')
  await draggable.first().waitFor()
  await source.dragTo(target, options)
}
