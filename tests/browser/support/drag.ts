import type { Locator } from '@playwright/test'

type Options = Parameters<Locator['dragTo']>[1]

/** Drags with the mouse. Waits until the source is draggable, since the drag code loads after the content. */
export async function drag(source: Locator, target: Locator, options?: Options): Promise<void> {
  const draggable = source.locator('xpath=(ancestor-or-self::*|descendant::*)[@draggable="true"]')
  await draggable.first().waitFor()
  await source.dragTo(target, options)
}
