import type { Page } from '@playwright/test'

/**
 * Scrolls the element by wheel, 80,000 pixels in about three seconds. Returns the duration of each frame in
 * milliseconds.
 */
export async function measureFramesWhileScrolling(page: Page, scroller: string): Promise<number[]> {
  await page.locator(scroller).first().hover()
  await page.evaluate(() => {
    delete document.body.dataset['stop']
    delete document.body.dataset['frames']
    const frames: number[] = []
    let last = performance.now()
    const frame = (now: number) => {
      frames.push(now - last)
      last = now
      if (document.body.dataset['stop'] === undefined) requestAnimationFrame(frame)
      else document.body.dataset['frames'] = JSON.stringify(frames)
    }
    requestAnimationFrame(frame)
  })
  for (let at = 0; at < 200; at++) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(16)
  }
  await page.evaluate(() => document.body.setAttribute('data-stop', ''))
  const read = await page.waitForFunction(() => document.body.dataset['frames'])
  return JSON.parse(String(await read.jsonValue()))
}
