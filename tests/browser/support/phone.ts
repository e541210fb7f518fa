import type { BrowserContext, Page } from '@playwright/test'
import type { ApiClient } from '../../support/api-client.ts'
import { signIn } from './team.ts'

type Touch = 'touchStart' | 'touchMove' | 'touchEnd'

export interface Phone {
  phone: Page
  /** Sends a touch event to the page. */
  touch: (type: Touch, x?: number, y?: number) => Promise<unknown>
}

/** Opens a tab in the browser of the phone and signs the person in. The tab closes when the test ends. */
export async function openPhone(
  browser: BrowserContext,
  server: { url: string },
  person: ApiClient,
): Promise<Phone> {
  await signIn(browser, server, person)
  const phone = await browser.newPage()
  const client = await browser.newCDPSession(phone)
  const touch: Phone['touch'] = (type, x = 0, y = 0) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  return { phone, touch }
}
